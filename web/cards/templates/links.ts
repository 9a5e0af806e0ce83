/** Completes a link that was typed without its scheme. Pure. */

/**
 * `coffee.example/menu` → `https://coffee.example/menu`, `anna@example.com` → `mailto:…`, `+49 151 234` → `tel:…`. A
 * link with a scheme, and any other text, is returned unchanged.
 */
export function repairLink(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^\+?[0-9][0-9().\s-]{4,}$/.test(text)) return `tel:${text}`
  return /^[^\s/]+\.[^\s/.]{2,}(\/\S*)?$/.test(text) ? `https://${text}` : text
}
