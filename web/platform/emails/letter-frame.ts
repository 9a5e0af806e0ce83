/**
 * The HTML of a letter for a frame of our pages. Letters carry their looks in style attributes, which the policy of the
 * page
 * forbids in its frames too, so they become rules of one style element with the page's nonce. Links lead nowhere: there
 * is no reader.
 * The server's letters escape every quotation mark of a text, so what looks like an attribute here is one.
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
  return body.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}"><style nonce="${nonce}">${rules.join('')}</style>`,
  )
}
