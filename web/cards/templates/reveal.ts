import { type ControlName, controlId } from './controls.ts'

/** Scrolls to a control and focuses it; a part without its own control is only scrolled to. */
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
