/** In which cabinets the questionnaire was put off, until the tab is closed. */
const KEPT = 'kartoteka.poll-later'

/** Used when the browser's storage is switched off. */
const inMemory = new Set<number>()

function keptIds(): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

export function isPutOff(cabinetId: number): boolean {
  return inMemory.has(cabinetId) || keptIds().includes(cabinetId)
}

export function putOff(cabinetId: number): void {
  inMemory.add(cabinetId)
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...new Set([...keptIds(), cabinetId])]))
  } catch {
    // It is put off until the page is reloaded.
  }
}
