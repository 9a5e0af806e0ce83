/**
 * The step of the code with a script: four digits are submitted automatically, the wait for another code is counted
 * down, nothing is sent twice.
 */

const DIGITS = 4

export function startCodeStep(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input.digits')
  const confirm = form.querySelector<HTMLButtonElement>('button.button')
  const again = form.querySelector<HTMLButtonElement>('button[data-wait]')
  if (!input || !confirm || !again) return
  const label = confirm.textContent
  let isOnItsWay = false
  form.addEventListener('submit', (event) => {
    if (isOnItsWay) return event.preventDefault()
    isOnItsWay = true
    if (event.submitter === confirm) confirm.textContent = form.dataset.busy ?? label
  })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    isOnItsWay = false
    confirm.textContent = label
  })
  input.addEventListener('input', () => {
    // Pasted with spaces or words around it, the code is still the code.
    const digits = input.value.replace(/\D/g, '').slice(0, DIGITS)
    if (input.value !== digits) input.value = digits
    if (digits.length === DIGITS && !isOnItsWay) form.requestSubmit(confirm)
  })
  input.removeAttribute('maxlength')
  countDown(again)
}

function countDown(button: HTMLButtonElement): void {
  const label = button.textContent
  const until = Date.now() + Number(button.dataset.wait ?? 0) * 1000
  const show = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    button.disabled = left > 0
    button.textContent = left > 0 ? (button.dataset.waiting ?? '').replace('%', String(left)) : label
    if (left > 0) setTimeout(show, 1000)
  }
  show()
}

/** A form of one button: pressed once. */
export function pressOnce(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    const button = form.querySelector('button')
    if (button?.getAttribute('aria-disabled') === 'true') return event.preventDefault()
    button?.setAttribute('aria-disabled', 'true')
    if (button) button.textContent = form.dataset.busy ?? button.textContent
  })
}
