/** The last five pages opened from the palette, on this device. */

export type Recent = { path: string; label: string }

const KEPT = 'kartoteka.recent'
const KEPT_MAX = 5

function isRecent(one: unknown): one is Recent {
  return (
    typeof one === 'object' &&
    one !== null &&
    'path' in one &&
    'label' in one &&
    typeof one.path === 'string' &&
    typeof one.label === 'string'
  )
}

export function recents(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, KEPT_MAX) : []
  } catch {
    return []
  }
}

export function keepRecent(recent: Recent): void {
  try {
    localStorage.setItem(
      KEPT,
      JSON.stringify([recent, ...recents().filter((one) => one.path !== recent.path)].slice(0, KEPT_MAX)),
    )
  } catch {
    // Storage is switched off: nothing is remembered.
  }
}

/** @see forgetAccount */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(KEPT)
  } catch {
    // Storage is switched off: nothing was remembered.
  }
}
