/** A text as part of a LIKE pattern: its own `%`, `_` and `\` mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of texts that contain this one. */
export const likeAnywhere = (text: string): string => `%${escapeLike(text)}%`
