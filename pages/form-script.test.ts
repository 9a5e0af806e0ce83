/** The form's script in a real browser: typing, pasting, and a lost connection. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FormServer, startFormServer } from '../test/form-server.ts'
import { openBrowser } from '../test/stories/browser.ts'

let form: FormServer
let browser: Browser
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  form = await startFormServer()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  form?.close()
})

beforeEach(async () => {
  form.reset()
  complaints = []
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(form.address)
})

afterEach(async () => {
  await page.context().close()
  await page.close()
  expect(complaints).toEqual([])
})

const field = (name: string) => page.locator(`[name="${name}"]`)
const error = (key: string) => page.locator(`#e-${key}`)
const phone = () => field('tel').inputValue()
const submit = () => page.locator('button[type=submit]').click()

/** Pastes at the caret, as the clipboard does. */
async function paste(text: string): Promise<void> {
  await page.keyboard.insertText(text)
}

test('a phone number is grouped behind its code while it is typed, and a digit too many is not taken', async () => {
  await field('tel').focus()
  expect(await phone()).toBe('+420 ')
  await page.keyboard.type('7771234569')
  expect(await phone()).toBe('+420 777 123 456')
})

test('a whole number may be pasted behind the code, over everything, or come from another country', async () => {
  await field('tel').focus()
  await paste('00420 777-123-456')
  expect(await phone()).toBe('+420 777 123 456')
  await page.keyboard.press('ControlOrMeta+a')
  await paste('+421905123456')
  expect(await phone()).toBe('+421 905 123 456')
  await page.keyboard.press('ControlOrMeta+a')
  await paste('777 123 456')
  expect(await phone()).toBe('+420 777 123 456')
})

test('the caret stays at the place of editing', async () => {
  await field('tel').focus()
  await page.keyboard.type('77712345')
  await field('tel').evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6))
  await page.keyboard.type('9')
  expect(await phone()).toBe('+420 797 712 345')
  expect(await field('tel').evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7)
  await field('tel').evaluate((input: HTMLInputElement) => input.setSelectionRange(9, 9))
  await page.keyboard.press('Backspace')
  expect(await phone()).toBe('+420 797 123 45')
  await page.keyboard.press('Backspace')
  expect(await phone()).toBe('+420 771 234 5')
  await page.keyboard.press('Delete')
  expect(await phone()).toBe('+420 712 345')
})

test('the code itself can be deleted and another country typed', async () => {
  await field('tel').focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace')
  await page.keyboard.type('1905123456')
  expect(await phone()).toMatch(/^\+/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('+49 1511234567')
  expect(await phone()).toBe('+491 511 234 567')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  expect(await phone()).toBe('')
})

test('a field is checked when it is left, with its own message, and then at every key', async () => {
  await field('email').fill('anna@')
  await expect.poll(() => error('email').isVisible()).toBe(false)
  await field('surname').focus()
  expect(await error('email').textContent()).toBe('We need your real mail.')
  expect(await field('email').getAttribute('aria-invalid')).toBe('true')
  expect(await field('email').getAttribute('aria-describedby')).toBe('e-email')
  await field('email').fill('anna@example.com')
  expect(await error('email').isVisible()).toBe(false)
  expect(await field('email').getAttribute('aria-invalid')).toBeNull()
})

test('a date that does not exist is refused only when the whole group is left', async () => {
  await field('birth_d').selectOption('31')
  await field('birth_m').selectOption('2')
  expect(await error('birth').isVisible()).toBe(false)
  await field('birth_y').selectOption('1990')
  await field('birth_y').focus()
  await field('email').focus()
  expect(await error('birth').textContent()).toBe('Enter a valid date.')
  await field('birth_d').selectOption('28')
  expect(await error('birth').isVisible()).toBe(false)
})

test('a form with errors stays, lists them and puts the focus on the first', async () => {
  await submit()
  expect(form.posted).toEqual([])
  expect(await page.locator('.summary h2').textContent()).toBe('Check 3 fields')
  expect(await page.locator('.summary a').allTextContents()).toEqual([
    'Label of name: Fill in this field.',
    'Label of tel: Fill in this field.',
    'Terms: We need your consent to continue.',
  ])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-name')
})

async function fillIn(): Promise<void> {
  await field('name').fill('Anna')
  await field('tel').focus()
  await page.keyboard.type('777123456')
  await field('agree').check()
}

test('two quick taps send one form, and the button shows that it is being saved', async () => {
  await fillIn()
  form.hold()
  // Both taps in one task: a page that is being left answers no more questions.
  const label = await page.locator('button[type=submit]').evaluate(async (button: HTMLButtonElement) => {
    button.click()
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
    button.click()
    return button.textContent
  })
  expect(label).toBe('Saving…')
  await expect.poll(() => form.posted.length).toBe(1)
  form.release()
  await page.waitForSelector('[data-wallet]')
  expect(form.posted).toHaveLength(1)
  expect(Object.fromEntries(form.posted[0] ?? [])).toMatchObject({
    name: 'Anna',
    tel: '+420 777 123 456',
    agree: 'on',
    news: 'on',
    website: '',
    birth_d: '',
  })
})

test('without a connection nothing is sent and the entries are kept', async () => {
  await fillIn()
  await page.context().setOffline(true)
  await submit()
  expect(form.posted).toEqual([])
  expect(await page.locator('[data-state]').textContent()).toContain('You’re offline')
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('[data-state]').textContent()).toContain('back online')
  await page.goto(form.address)
  expect(await field('name').inputValue()).toBe('Anna')
  expect(await phone()).toBe('+420 777 123 456')
  expect(await field('agree').isChecked(), 'a new page asks for consent again').toBe(false)
})

test('another language keeps what was entered', async () => {
  await field('name').fill('Anna')
  await field('drink').nth(1).check()
  await field('news').uncheck()
  await page.locator('.languages summary').click()
  await page.locator('.languages a[lang=de]').click()
  await page.waitForSelector('html[lang=de]')
  await expect.poll(() => field('name').inputValue()).toBe('Anna')
  expect(await field('drink').nth(1).isChecked()).toBe(true)
  expect(await field('news').isChecked()).toBe(false)
})

test('the agreement opens over the page without ticking the box, and gives the focus back', async () => {
  await page.locator('[data-opens]').click()
  expect(await page.locator('dialog').isVisible()).toBe(true)
  expect(await field('agree').isChecked()).toBe(false)
  await page.keyboard.press('Escape')
  expect(await page.locator('dialog').isVisible()).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-opens'))).toBe(true)
})

test('a slow answer is explained after eight seconds', async () => {
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((work: () => void, delayMs: number) =>
      setTimeout(work, delayMs === 8_000 ? 20 : delayMs)) as typeof window.setTimeout
  })
  await page.reload()
  await fillIn()
  form.hold()
  const shown = await page.locator('button[type=submit]').evaluate(
    (button: HTMLButtonElement) =>
      new Promise((resolve) => {
        const state = document.querySelector('[data-state]') as Element
        new MutationObserver(() => resolve(state.textContent)).observe(state, { childList: true })
        button.click()
      }),
  )
  expect(shown).toContain('longer than usual')
  form.release()
})

test('without JavaScript the form is sent by the browser alone', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(form.address)
  await plain.locator('[name=name]').fill('Eva')
  await plain.locator('[name=tel]').fill('+420777123456')
  await plain.locator('[name=agree]').check()
  await plain.locator('button[type=submit]').click()
  await plain.waitForSelector('[data-wallet=apple]')
  expect(Object.fromEntries(form.posted[0] ?? [])).toMatchObject({
    name: 'Eva',
    tel: '+420777123456',
    agree: 'on',
    _started: '1763700000.a1b2c3',
  })
  await context.close()
})
