import { forgetDraft, keepDraft, restoreDraft } from './draft.ts'
import { judgeAll } from './show-faults.ts'

const SLOW_AFTER_MS = 8_000

/** Sends a form once: checked first, locked while it is being sent, kept while there is no connection. */
export function sendOnce(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const state = form.querySelector<HTMLElement>('[data-state]')
  if (!button || !state) return
  const label = button.textContent
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  const showState = (text: string | undefined) => {
    state.textContent = text ?? ''
  }
  const setLocked = (isLocked: boolean) => {
    if (isLocked) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
    button.textContent = isLocked ? (form.dataset.busy ?? label) : label
    clearTimeout(slowTimer)
    if (isLocked) slowTimer = setTimeout(() => showState(form.dataset.slow), SLOW_AFTER_MS)
  }
  form.addEventListener('submit', (event) => {
    if (button.hasAttribute('aria-disabled') || !judgeAll(form)) return event.preventDefault()
    if (!navigator.onLine) {
      event.preventDefault()
      keepDraft(form)
      return showState(form.dataset.offline)
    }
    setLocked(true)
  })
  addEventListener('online', () => state.textContent !== '' && showState(form.dataset.online))
  addEventListener('offline', () => {
    keepDraft(form)
    setLocked(false)
    showState(form.dataset.offline)
  })
  // After the browser's Back button, the page may be as it was left: locked.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    setLocked(false)
    showState('')
  })
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-keep]')) keepDraft(form)
  })
  if (form.dataset.posted !== undefined) forgetDraft()
  else if (restoreDraft(form)) showState(form.dataset.kept)
}
