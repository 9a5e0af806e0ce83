/** Whatever is long enough to open something: tokens of mails and keys. Ids of things (uuid) are shorter and stay. */
const LONG = /[\w-]{40,}/g
const EMAIL = /[^\s@<>"'(]+@[^\s@<>"')]+\.[a-z]{2,}/gi

/** A text of a browser as it may stand in a log: no token and no address of a person. */
export function withoutSecrets(text: string): string {
  return text.replace(EMAIL, '[e-mail]').replace(LONG, '[secret]')
}
