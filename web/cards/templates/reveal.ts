import { type ControlName, controlId } from './controls.ts'

/** Brings a control into view and puts the cursor in it; a part without a control of its own is only shown. */
export function reveal(name: ControlName): void {
  const element = document.getElementById(controlId(name))
  if (!element) return
  element.scrollIntoView({
    block: 'center',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  })
  const target = element.matches('input, textarea, button, [contenteditable="true"], [tabindex="0"]')
    ? element
    : (element.querySelector<HTMLElement>('input:checked, input, textarea, button, [contenteditable="true"]') ??
      element)
  target.focus({ preventScroll: true })
}
