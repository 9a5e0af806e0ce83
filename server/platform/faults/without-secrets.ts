/** Long enough to be a secret: tokens of emails and keys. Ids (uuid) are shorter and stay. */
const LONG = /[\w-]{40,}/g
const EMAIL = /[^\s@<>"'(]+@[^\s@<>"')]+\.[a-z]{2,}/gi

/** A text of a browser that may be logged: without tokens and email addresses. */
export function withoutSecrets(text: string): string {
  return text.replace(EMAIL, '[e-mail]').replace(LONG, '[secret]')
}
