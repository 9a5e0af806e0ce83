import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleField, sampleFields, sampleFormPage, sampleInstallPage } from './sample-form.ts'
import { buildPages } from './vite.pages.ts'

const KB = 1024
let dir = ''

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pages-'))
  await buildPages(dir)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What a plain Node, without the build's tools, makes of the built file. */
function renderBuilt(render: 'renderForm' | 'renderInstall', props: object): string {
  const script =
    `const pages = await import(process.argv[1]); process.stdout.write(pages.${render}({ ` +
    '...JSON.parse(process.argv[2]), assets: pages.ASSETS }))'
  return execFileSync(
    process.execPath,
    ['--input-type=module', '-e', script, join(dir, 'pages.js'), JSON.stringify(props)],
    { encoding: 'utf8', cwd: dir },
  )
}
const asset = (start: string, end: string) =>
  readFileSync(
    join(
      dir,
      'assets',
      readdirSync(join(dir, 'assets')).find((name) => name.startsWith(start) && name.endsWith(end)) ?? '',
    ),
  )
const gz = (...parts: (string | Buffer)[]) => parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
const unbuilt = { css: '', js: '' }

test('the form with every type of field, a card and a long agreement stays within 18 kB of HTML and CSS', () => {
  const page = sampleFormPage(unbuilt)
  const sentence = (i: number) => `${i}. The member no ${i * 7919} keeps ${i * 31} points until day ${i * 13}. `
  const text = Array.from({ length: 60 }, (_, i) => sentence(i)).join('\n\n')
  const html = renderBuilt('renderForm', { ...page, form: { ...page.form, agreement: { enabled: true, text } } })
  expect(html).toContain('</html>')
  expect(gz(html, asset('pages-', '.css'))).toBeLessThan(18 * KB)
})

test('thirty fields in Russian with errors stay within the same budget', () => {
  const page = sampleFormPage(unbuilt, { lang: 'ru' })
  const fields = [
    ...sampleFields,
    ...Array.from({ length: 21 }, (_, i) =>
      sampleField({ key: `extra${i}`, type: 'string', label: `Ещё один вопрос ${i}` }),
    ),
  ]
  const errors = Object.fromEntries(
    fields.map((field) => [field.key, { code: 'required', message: 'Заполните это поле.' }]),
  )
  expect(
    gz(renderBuilt('renderForm', { ...page, form: { ...page.form, fields }, errors }), asset('pages-', '.css')),
  ).toBeLessThan(18 * KB)
})

test('the script stays within 20 kB and requests no other host', () => {
  expect(gz(asset('form-', '.js'))).toBeLessThan(20 * KB)
  expect(asset('form-', '.js').toString()).not.toMatch(/https?:\/\/|import\(|fetch\(/)
})

test('the script for the proof of work is small, and only pages with a code load it', () => {
  expect(gz(asset('proof-', '.js'), asset('solver-', '.js'))).toBeLessThan(3 * KB)
  expect(renderBuilt('renderForm', sampleFormPage(unbuilt))).not.toContain('proof')
  const html = renderBuilt('renderForm', sampleFormPage(unbuilt, { proofHref: '/f/kava/main/proof' }))
  expect([...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src]) => src?.replace(/-[\w-]+\.js$/, ''))).toEqual([
    '/pages/assets/form',
    '/pages/assets/proof',
  ])
  expect(html).toContain('name="_proof"')
})

test('a page loads at most eight files, all from its own host', () => {
  const pages = [
    // Its worker and its challenge make eight.
    renderBuilt(
      'renderForm',
      sampleFormPage(unbuilt, {
        proofHref: '/f/kava/main/proof',
        images: { logo: '/files/logo.png', cover: '/files/cover.png' },
      }),
    ),
    renderBuilt('renderInstall', sampleInstallPage(unbuilt, { device: 'desktop' })),
  ]
  for (const html of pages) {
    const asked = [
      ...html.matchAll(/<(?:link rel="stylesheet"|link rel="preload"|script|img|image)[^>]* (?:href|src)="([^"]+)"/g),
    ].map((match) => match[1] as string)
    expect(new Set(asked).size + 1 + (html.includes('data-proof') ? 2 : 0)).toBeLessThanOrEqual(8)
    for (const address of asked) expect(address).toMatch(/^\/(pages\/assets|files)\//)
  }
})
