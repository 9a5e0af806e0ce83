/** Parts of the pages of the emulated outside world. Pure. */

/** Text inside HTML, also inside double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** @param head further elements of the head  @param body elements, as they are */
export function htmlDocument({ title, head, body }: { title: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>${body}
</body>
</html>
`
}

/** A page that reloads when something arrives; without scripts every ten seconds. */
export const refreshing = (script: string): string =>
  `<script src="${script}" defer></script>\n<noscript><meta http-equiv="refresh" content="10"></noscript>`
