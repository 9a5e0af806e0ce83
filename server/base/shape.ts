import { z } from 'zod'

/**
 * Never throws: a faulty input is reported in the result. Zod asks every value for its `length`, also an object with a
 * `length` property, and comparing that with a number may throw: `{"length":{"toString":"x"}}` is enough.
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
