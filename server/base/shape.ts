import { z } from 'zod'

/**
 * What does not fit is told, never thrown. A shape by itself asks every value for its `length`, also an object that
 * brings one
 * of its own, and comparing that with a number may throw: `{"length":{"toString":"x"}}` is enough.
 */
export function fit<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  options: { reportInput?: boolean } = {},
): z.ZodSafeParseResult<z.output<Shape>> {
  try {
    return shape.safeParse(value, options)
  } catch {
    return { success: false, error: new z.ZodError([]) as z.ZodError<z.output<Shape>> }
  }
}
