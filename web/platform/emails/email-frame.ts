/**
 * The HTML of an email for a frame of a page. Emails use style attributes, which the page's policy forbids in its
 * frames too, so they become rules of one style element with the page's nonce. Links are removed. The server escapes
 * every quotation mark of a text, so what looks like an attribute here is one.
 */
export function frameOf(html: string, nonce: string): string {
  const rules: string[] = []
  const body = html
    .replace(/ style="([^"]*)"/g, (_, style: string) => {
      rules.push(`.s${rules.length}{${style}}`)
      return ` class="s${rules.length - 1}"`
    })
    .replace(/ href="[^"]*"/g, '')
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'`
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  return body.replace('<head>', `<head>${meta}<style nonce="${nonce}">${rules.join('')}</style>`)
}
