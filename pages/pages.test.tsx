import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { THEME_TOKENS } from '../card/themes.ts'
import { LANGUAGES, THEMES } from '../contract/limits.ts'
import { wordsOf } from '../words/say.ts'
import { type Device, DEVICES } from './device.ts'
import { renderAgreement, renderClosed, renderForm, renderInstall, renderNotFound, renderProblem } from './pages.tsx'
import { sampleFields, sampleFormPage, sampleInstallPage } from './sample-form.ts'

const assets = { css: '/pages/assets/a.css', js: '/pages/assets/a.js' }
const form = (changes: Parameters<typeof sampleFormPage>[1] = {}) => renderForm(sampleFormPage(assets, changes))
const install = (changes: Parameters<typeof sampleInstallPage>[1] = {}) =>
  renderInstall(sampleInstallPage(assets, changes))
const faults = {
  name: { code: 'required', message: 'Your name is missing.' },
  tel: { code: 'phone', message: 'Not a phone.' },
}

test('no page has anything inline that a strict policy forbids, in any theme and language', () => {
  for (const theme of THEMES) {
    for (const lang of LANGUAGES) {
      const frame = { lang, theme, brand: 'Kartoteka', assets }
      const pages = [
        form({ ...frame, errors: faults }),
        form({ ...frame, step: 'description' }),
        install(frame),
        install({ ...frame, device: 'desktop' }),
        renderClosed({ ...frame, organisation: 'A' }),
        renderNotFound(frame),
        renderProblem({ ...frame, code: 'x' }),
        renderAgreement({ ...frame, organisation: 'A', text: 'B', textLang: 'en', backHref: '/' }),
      ]
      for (const html of pages) {
        expect(html).toMatch(
          new RegExp(`^<!doctype html><html lang="${lang === 'cz' ? 'cs' : lang}" data-theme="${theme}"`),
        )
        expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|javascript:/)
        expect(html.match(/<script[^>]*>[^<]/)).toBeNull()
        expect(html).toContain('name="robots" content="noindex, nofollow"')
        expect(html).toContain(`name="theme-color" content="${THEME_TOKENS[theme].page}"`)
        expect(html, 'a word is missing').not.toMatch(/pages\.[a-z]+\.[A-Za-z]+|undefined|\{\{/)
      }
    }
  }
})

test('every language has the words of these pages that English has', () => {
  const keysOf = (tree: object, path = ''): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'object'
        ? keysOf(value as object, `${path}${key}.`)
        : [`${path}${key.replace(/_(one|few|many|other)$/, '')}`],
    )
  const pagesOf = (lang: (typeof LANGUAGES)[number]) =>
    [...new Set(keysOf((wordsOf(lang) as { pages: object }).pages))].sort()
  for (const lang of LANGUAGES) expect(pagesOf(lang), lang).toEqual(pagesOf('en'))
})

test('the style sheet has the colours of every theme', () => {
  const css = readFileSync(new URL('pages.css', import.meta.url), 'utf8')
  const names = {
    page: 'page',
    surface: 'surface',
    text: 'text',
    text2: 'text-2',
    control: 'control',
    button: 'button',
    onButton: 'on-button',
    error: 'error',
  }
  for (const theme of THEMES) {
    const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
    const found = Object.fromEntries(
      [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour]),
    )
    expect(found, theme).toEqual(
      Object.fromEntries(
        Object.entries(names).map(([token, name]) => [name, THEME_TOKENS[theme][token as keyof typeof names]]),
      ),
    )
  }
})

test('each field is posted by its key, a date in three parts, and the hidden names cannot be keys of fields', () => {
  const names = new Set([...form().matchAll(/ name="([^"]+)"/g)].map((match) => match[1]))
  for (const name of [
    'name',
    'surname',
    'tel',
    'email',
    'birth_d',
    'birth_m',
    'birth_y',
    'drink',
    'branch',
    'code',
    'news',
    'agree',
    '_token',
    '_started',
    'website',
  ]) {
    expect(names).toContain(name)
  }
  expect(form()).toContain('name="_token" value="5f0b7a52-6c51-4b47-9a53-6d0f63f0c001"')
})

test('consent is never ticked for the visitor, while another box may be by default', () => {
  const ticked = (html: string, name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].includes('checked=""')
  expect(ticked(form(), 'agree')).toBe(false)
  expect(ticked(form(), 'news')).toBe(true)
  const again = form({ values: { name: 'Eva', agree: 'on' }, errors: { tel: faults.tel } })
  expect(ticked(again, 'agree')).toBe(true)
  expect(ticked(again, 'news')).toBe(false)
})

test('a refused form keeps what was entered and ties each error to its field', () => {
  const html = form({
    values: { tel: '777', birth_d: '31', birth_m: '2', birth_y: '1990', drink: 'Filter', branch: 'Karlín' },
    errors: faults,
  })
  expect(html).toContain('value="777"')
  expect(html).toContain('<option selected="">31</option>')
  expect(html).toContain('<option value="2" selected="">February</option>')
  expect(html).toMatch(/checked=""[^>]*value="Filter"/)
  expect(html).toContain('<option selected="">Karlín</option>')
  expect(html).toMatch(/<input[^>]*id="f-tel"[^>]*aria-invalid="true" aria-describedby="e-tel"/)
  expect(html).toContain('<p class="error" id="e-tel">Not a phone.</p>')
  expect(html).toContain('<h2>Check 2 fields</h2>')
  expect(html).toContain('<a href="#f-tel">Label of tel: Not a phone.</a>')
  expect(html.match(/autofocus=""/g)).toHaveLength(1)
  expect(form({ errors: { tel: faults.tel } })).not.toContain('<h2>Check')
})

test('a birthday may come as one date too, and months are named in the language of the page', () => {
  const html = form({ lang: 'cz', values: { birth: '1990-02-07' } })
  expect(html).toContain('<option selected="">7</option>')
  expect(html).toContain('<option value="2" selected="">únor</option>')
  expect(html).toContain('<option selected="">1990</option>')
})

test('texts of the shop are never markup, and declare their language when the page is in another', () => {
  const page = sampleFormPage(assets)
  const html = form({
    lang: 'de',
    form: { ...page.form, title: '<i>Club</i>', lang: 'cz', description: 'A "quote" & <script>' },
  })
  expect(html).toContain('<h1 lang="cs">&lt;i&gt;Club&lt;/i&gt;</h1>')
  expect(html).not.toContain('<i>')
  expect(html).not.toContain('<script>')
})

test('an inactive field is not on the page, and without an agreement there is no consent', () => {
  const page = sampleFormPage(assets)
  const html = form({
    form: {
      ...page.form,
      fields: [{ ...sampleFields[0]!, active: false }, sampleFields[1]!],
      agreement: { enabled: false, text: '' },
    },
  })
  expect(html).not.toContain('name="name"')
  expect(html).not.toContain('name="agree"')
})

test('the picture and the address of a shared link are absolute', () => {
  const html = form({ images: { cover: '/files/cover.png' } })
  expect(html).toContain('<meta property="og:image" content="https://cards.example.com/files/cover.png"/>')
  expect(html).toContain('<meta property="og:title" content="Kavárna 21 Club · Kavárna 21"/>')
})

test.each<[Device, wallets: string[], hasQr: boolean, hasHint: boolean]>([
  ['iphone', ['apple'], false, false],
  ['android', ['google'], false, false],
  ['inapp-ios', ['apple'], false, true],
  ['inapp-android', ['google'], false, true],
  ['mac', ['apple'], true, false],
  ['desktop', ['apple', 'google'], true, false],
])('a visitor with %s gets the right button', (device, wallets, hasQr, hasHint) => {
  const html = install({ device })
  expect([...html.matchAll(/data-wallet="(\w+)"/g)].map((match) => match[1])).toEqual(wallets)
  expect(html.includes('class="qr"')).toBe(hasQr)
  expect(html.includes('Nothing happening?')).toBe(hasHint)
  expect(html.includes('k-google')).toBe(device === 'android' || device === 'inapp-android')
  expect(html).not.toContain('<b>')
})

test('no button is dead: none while the card is prepared, none for Google while it has no card', () => {
  expect(install({ state: 'preparing' })).not.toContain('data-wallet')
  expect(install({ state: 'preparing' })).toContain('data-preparing')
  const html = install({ device: 'android', googleHref: null })
  expect(html).not.toContain('data-wallet')
  expect(html).toContain('can’t add this card to Google Wallet yet')
})

test('a phone that had a card is informed, and the text of the shop is above the button', () => {
  expect(install({ isKnown: true })).toContain('You already have a card')
  expect(install({ installText: 'Show it at the till.' })).toContain('<p>Show it at the till.</p>')
})

test('the page of a number without proof shows how to get to an earlier card, with one form for the SMS', () => {
  const smsLink = { phone: '+420 ••• 001', action: '/c/shop/ticket/sms?fresh=1', outcome: null }
  expect(install({ smsLink })).not.toContain('Had a card here before?')
  for (const device of DEVICES) {
    const html = install({ device, isFresh: true, smsLink })
    expect(html).toContain('Had a card here before?')
    expect(html.match(/<form/g)).toHaveLength(1)
    expect(install({ device, isFresh: true })).not.toContain('<form')
  }
})

test('a problem is shown by its code, and an unknown code as a server error', () => {
  const problem = (code: string) =>
    renderProblem({ lang: 'en', theme: 'day', brand: 'K', assets, code, organisation: 'Kavárna' })
  expect(problem('card_limit')).toContain('Kavárna can’t issue any more cards')
  expect(problem('bad_phone')).toContain('This phone number isn’t valid')
  for (const code of ['no_such_code', 'title', 'toString', '<x>'])
    expect(problem(code)).toContain('Something went wrong on our side')
})

test('the test phones are offered by a script of their own, and only where there are any', () => {
  const shown = { assets: { ...assets, phones: '/pages/assets/p.js' } }
  const html = install({ ...shown, testPhonesHref: '/phone?open=https%3A%2F%2Fcards.example' })
  expect(html).toMatch(/<a [^>]*href="\/phone\?open=[^"]*"[^>]*data-test-phones=""[^>]*hidden=""/)
  expect(html).toContain('src="/pages/assets/p.js"')
  expect(install({ ...shown, testPhonesHref: null })).not.toMatch(/data-test-phones|p\.js/)
})
