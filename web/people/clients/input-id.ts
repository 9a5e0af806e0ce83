/** Id of a field's input, to focus the first wrong one. */
export const inputId = (field: string) => `client-${field.replace('.', '-')}`
