import { forgetDraft, keepDraft, restoreDraft } from './draft.ts'
import { judgeAll } from './show-faults.ts'

const SLOW_AFTER_MS = 8_000

/** Sends a form once: judged first, locked while it is on its way, kept while there is no connection. */
export function sendOnce(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const state = form.querySelector<HTMLElement>('[data-state]')
  if (!button || !state) return
  const label = button.textContent
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  const tell = (text: string | undefined) => {
    state.textContent = text ?? ''
  }
  const setLocked = (isLocked: boolean) => {
    if (isLocked) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
    button.textContent = isLocked ? (form.dataset.busy ?? label) : label
    clearTimeout(slowTimer)
    if (isLocked) slowTimer = setTimeout(() => tell(form.dataset.slow), SLOW_AFTER_MS)
  }
  form.addEventListener('submit', (event) => {
    if (button.hasAttribute('aria-disabled') || !judgeAll(form)) return event.preventDefault()
    if (!navigator.onLine) {
      event.preventDefault()
      keepDraft(form)
      return tell(form.dataset.offline)
    }
    setLocked(true)
  })
  addEventListener('online', () => state.textContent !== '' && tell(form.dataset.online))
  addEventListener('offline', () => {
    keepDraft(form)
    setLocked(false)
    tell(form.dataset.offline)
  })
  // Coming back with the browser's Back button, the page may be as it was left: locked.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    setLocked(false)
    tell('')
  })
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-keep]')) keepDraft(form)
  })
  if (form.dataset.posted !== undefined) forgetDraft()
  else if (restoreDraft(form)) tell(form.dataset.kept)
}
