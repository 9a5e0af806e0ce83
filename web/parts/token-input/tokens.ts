/** Variables in a text: where they are, and which one is being typed. */

export type Piece = { text: string; variable?: string }

/** Splits a text into plain pieces and `{variables}`; joined, the pieces are the text again. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(\{[A-Za-z][A-Za-z0-9_]*\})/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\{[A-Za-z][A-Za-z0-9_]*\}$/.test(part) ? { text: part, variable: part.slice(1, -1) } : { text: part },
    )
}

/** What is typed between `{` and the cursor, otherwise null. */
export function typedVariable(text: string, cursor: number): string | null {
  return /\{([A-Za-z0-9_]*)$/.exec(text.slice(0, cursor))?.[1] ?? null
}

/** Puts `{name}` at the cursor, replacing the variable begun there or the selection. */
export function insertVariable(text: string, from: number, to: number, name: string): { text: string; cursor: number } {
  const begun = typedVariable(text, from)
  const start = begun === null ? from : from - begun.length - 1
  const end = text.slice(to).startsWith('}') && begun !== null ? to + 1 : to
  const token = `{${name}}`
  return { text: text.slice(0, start) + token + text.slice(end), cursor: start + token.length }
}

/** Variables whose name or description matches the input; those that begin with it first. */
export function matchingVariables<V extends { name: string; description?: string }>(
  variables: readonly V[],
  typed: string,
): V[] {
  const wanted = typed.toLowerCase()
  const begins = (one: V) => one.name.toLowerCase().startsWith(wanted)
  const fits = variables.filter(
    (one) => one.name.toLowerCase().includes(wanted) || (one.description ?? '').toLowerCase().includes(wanted),
  )
  return [...fits.filter(begins), ...fits.filter((one) => !begins(one))]
}
