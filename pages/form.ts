/**
 * The script of the public pages. Everything works without it; it groups phone numbers, checks entries before they are
 * sent, keeps them while there is no connection and opens the agreement in place.
 */
import { pressOnce, startCodeStep } from './code-step.ts'
import { forgetAllDrafts } from './draft.ts'
import { guidePhone } from './phone-input.ts'
import { sendOnce } from './send-once.ts'
import { judgeLive, showFirstFault } from './show-faults.ts'

const CHECK_AGAIN_MS = 5_000
const CHECKS_MAX = 24
const CHECKS_KEY = 'kartoteka:checks'

const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)]

function startForm(form: HTMLFormElement): void {
  form.noValidate = true
  sendOnce(form)
  for (const input of all<HTMLInputElement>('input[data-mask]')) guidePhone(input)
  judgeLive(form)
  if (form.dataset.posted !== undefined) showFirstFault(form)
}

/** The link to the agreement opens it over the page; a tap beside it or Escape closes it. */
function openInPlace(link: HTMLElement): void {
  const sheet = document.getElementById(link.dataset.opens ?? '')
  if (!(sheet instanceof HTMLDialogElement)) return
  link.querySelector('[data-no-script]')?.remove()
  link.addEventListener('click', (event) => {
    event.preventDefault()
    sheet.showModal()
  })
  sheet.addEventListener('click', (event) => {
    if (event.target === sheet || (event.target as Element).closest('[data-closes]')) sheet.close()
  })
}

function closeLanguageMenu(menu: HTMLDetailsElement): void {
  const summary = menu.querySelector('summary')
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    summary?.focus()
  })
  document.addEventListener('click', (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false
  })
}

function copyLink(button: HTMLElement): void {
  const source = document.getElementById(button.dataset.copies ?? '') as HTMLInputElement | null
  const state = button.parentElement?.querySelector('[data-state]')
  if (!source || !state) return
  button.hidden = false
  button.addEventListener('click', async () => {
    source.select()
    const isCopied = await navigator.clipboard?.writeText(source.value).then(
      () => true,
      () => false,
    )
    state.textContent = (isCopied ? button.dataset.done : button.dataset.failed) ?? ''
  })
}

/** A card in preparation: the page asks again for two minutes while it is visible. */
function checkAgain(): void {
  const checks = Number(sessionStorage.getItem(CHECKS_KEY) ?? 0)
  if (checks >= CHECKS_MAX) return
  setTimeout(() => {
    if (document.visibilityState !== 'visible')
      return document.addEventListener('visibilitychange', checkAgain, { once: true })
    sessionStorage.setItem(CHECKS_KEY, String(checks + 1))
    location.reload()
  }, CHECK_AGAIN_MS)
}

for (const form of all<HTMLFormElement>('form[data-form]')) startForm(form)
for (const form of all<HTMLFormElement>('form[data-code]')) startCodeStep(form)
for (const form of all<HTMLFormElement>('form[data-once]')) pressOnce(form)
for (const link of all('[data-opens]')) openInPlace(link)
for (const menu of all<HTMLDetailsElement>('.languages')) closeLanguageMenu(menu)
for (const button of all('[data-copies]')) copyLink(button)
for (const button of all('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
if (document.documentElement.dataset.page === 'install') forgetAllDrafts()
if (document.documentElement.dataset.preparing !== undefined) checkAgain()
