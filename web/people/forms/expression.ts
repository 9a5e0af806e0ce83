/** Checks a sample entry against an owner's expression. */
export type Trial = { state: 'matches' | 'differs' } | { state: 'broken'; reason: string }

/**
 * Checks an entry with the same engine as the server, anchored at both ends, in linear time: an expression that would
 * hang the browser's own engine is harmless. The engine is loaded at the first use.
 */
export async function tryExpression(source: string, entry: string): Promise<Trial> {
  const { RE2JS } = await import('re2js')
  try {
    // Alone first: an error must refer to what was typed, not to what is added around it.
    RE2JS.compile(source)
    return { state: RE2JS.compile(`^(?:${source})$`).matches(entry) ? 'matches' : 'differs' }
  } catch (error) {
    return { state: 'broken', reason: error instanceof Error ? error.message.slice(0, 120) : '' }
  }
}
