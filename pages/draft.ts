/**
 * Entries kept in this tab while they cannot be sent or the page is read in another language. Consent and honeypot
 * fields are never kept.
 */

const PREFIX = 'kartoteka:draft:'
const keyOf = () => PREFIX + location.pathname

/** Controls whose entries may be kept, by name. */
function keepable(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '[data-field]:not([data-key="agree"]) :is(input, select)',
    ),
  ]
}

export function keepDraft(form: HTMLFormElement): void {
  const kept = keepable(form).map((control) =>
    control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)
      ? { name: control.name, value: control.value, isTicked: control.checked }
      : { name: control.name, value: control.value },
  )
  tryStorage((storage) => storage.setItem(keyOf(), JSON.stringify(kept)))
}

/** Restores kept entries, once. @returns whether there were any */
export function restoreDraft(form: HTMLFormElement): boolean {
  const text = tryStorage((storage) => storage.getItem(keyOf()))
  forgetDraft()
  if (!text) return false
  const kept = JSON.parse(text) as { name: string; value: string; isTicked?: boolean }[]
  for (const control of keepable(form)) {
    const isTick = control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)
    const entry = kept.find((one) => one.name === control.name && (!isTick || one.value === control.value))
    if (entry && isTick) control.checked = entry.isTicked === true
    else if (entry) control.value = entry.value
  }
  return kept.some((entry) =>
    entry.isTicked === undefined ? entry.value !== '' : entry.isTicked && entry.value !== '',
  )
}

export function forgetDraft(): void {
  tryStorage((storage) => storage.removeItem(keyOf()))
}

/** The form was sent: no entries of any form stay in the tab. */
export function forgetAllDrafts(): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  })
}

/** Storage may be disabled or full; then drafts are not kept. */
function tryStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
