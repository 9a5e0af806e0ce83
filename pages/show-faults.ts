import { controlsOf, faultOf, verdictOf } from './check-field.ts'

/** Writes the error of a field below it and links both; null removes it. */
export function showFault(field: HTMLElement, message: string | null): void {
  const error = field.querySelector<HTMLElement>('.error')
  if (!error) return
  error.textContent = message
  error.hidden = message === null
  for (const control of controlsOf(field)) {
    if (message === null) {
      control.removeAttribute('aria-describedby')
      control.removeAttribute('aria-invalid')
    } else {
      control.setAttribute('aria-describedby', error.id)
      if (control.type !== 'radio') control.setAttribute('aria-invalid', 'true')
    }
  }
}

/** A field is checked when it is left with a value; from its first error on, at every change. */
export function judgeLive(form: HTMLFormElement): void {
  const fieldAt = (event: Event) => (event.target as HTMLElement).closest<HTMLElement>('[data-field]')
  form.addEventListener('focusout', (event) => {
    const field = fieldAt(event)
    if (!field || field.contains(event.relatedTarget as Node | null)) return
    if (verdictOf(field) !== 'empty') showFault(field, faultOf(field))
  })
  const rejudge = (event: Event) => {
    const field = fieldAt(event)
    if (field && field.querySelector<HTMLElement>('.error')?.hidden === false) showFault(field, faultOf(field))
  }
  form.addEventListener('input', rejudge)
  form.addEventListener('change', rejudge)
}

/**
 * Checks the whole form, lists two and more errors on top and puts the focus on the first.
 * @returns whether it may be sent
 */
export function judgeAll(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  const refused = fields.flatMap((field) => {
    const message = faultOf(field)
    showFault(field, message)
    return message === null ? [] : [{ field, message }]
  })
  listFaults(form, refused)
  const first = refused[0] && controlsOf(refused[0].field)[0]
  first?.focus()
  return first === undefined
}

/** After the server has refused the form: its page begins at the top, and not every browser moves to the fault. */
export function showFirstFault(form: HTMLFormElement): void {
  const field = form.querySelector('.error:not([hidden])')?.closest<HTMLElement>('[data-field]')
  if (!field) return
  controlsOf(field)[0]?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}

function listFaults(form: HTMLFormElement, refused: readonly { field: HTMLElement; message: string }[]): void {
  const summary = form.querySelector<HTMLElement>('[data-summary]')
  if (!summary) return
  summary.hidden = refused.length < 2
  if (refused.length < 2) return
  summary.setAttribute('role', 'alert')
  const heading = summary.querySelector('h2')
  if (heading) heading.textContent = (form.dataset.errors ?? '').split('|')[refused.length - 2] ?? ''
  summary.querySelector('ul')?.replaceChildren(
    ...refused.map(({ field, message }) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = `#${controlsOf(field)[0]?.id ?? ''}`
      link.textContent = `${labelOf(field)}: ${message}`
      item.append(link)
      return item
    }),
  )
}

const labelOf = (field: HTMLElement) =>
  field.dataset.label ?? field.querySelector('.label > span, .tick > span')?.textContent ?? ''
