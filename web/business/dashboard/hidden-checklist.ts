/** In which cabinets the checklist is hidden, on this device. */
const KEPT = 'kartoteka.checklist-hidden'

export function hiddenChecklists(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

export function hideChecklist(cabinetId: number, isHidden: boolean): void {
  try {
    const others = hiddenChecklists().filter((id) => id !== cabinetId)
    localStorage.setItem(KEPT, JSON.stringify(isHidden ? [...others, cabinetId] : others))
  } catch {
    // Storage is switched off: it is hidden until the page is reloaded.
  }
}
