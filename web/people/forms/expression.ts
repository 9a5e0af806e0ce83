/** How a sample entry fares with an owner's expression. */
export type Trial = { state: 'matches' | 'differs' } | { state: 'broken'; reason: string }

/**
 * Tries an entry with the very engine the server asks, anchored at both ends, in linear time: an expression that would
 * hang a browser's own engine is harmless here. The engine is loaded with the first question.
 */
export async function tryExpression(source: string, entry: string): Promise<Trial> {
  const { RE2JS } = await import('re2js')
  try {
    // Alone first: what is wrong shall be said about what was typed, not about what stands around it.
    RE2JS.compile(source)
    return { state: RE2JS.compile(`^(?:${source})$`).matches(entry) ? 'matches' : 'differs' }
  } catch (error) {
    return { state: 'broken', reason: error instanceof Error ? error.message.slice(0, 120) : '' }
  }
}
