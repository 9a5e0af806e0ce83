import { currentContext, runInContext } from './context.ts'
import type { Attributes, Span, SpanKind } from './span.ts'

export const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)

/** Runs work as a step of the current trace; without one it just runs. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const context = currentContext()
  if (!context?.span) return work(undefined)
  const span = context.span.begin(name, kind, attributes)
  try {
    return await runInContext({ ...context, span }, () => work(span))
  } catch (error) {
    span.fail(nameOf(error))
    throw error
  } finally {
    span.end()
  }
}
