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
}, 60_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What a plain Node, without the build's tools, makes of the built file. */
function renderBuilt(render: 'renderForm' | 'renderInstall', props: object): string {
  const script = `const pages = await import(process.argv[1]); process.stdout.write(pages.${render}({ ...JSON.parse(process.argv[2]), assets: pages.ASSETS }))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script, join(dir, 'pages.js'), JSON.stringify(props)], { encoding: 'utf8', cwd: dir })
}
const asset = (end: string) => readFileSync(join(dir, 'assets', readdirSync(join(dir, 'assets')).find((name) => name.endsWith(end)) ?? ''))
const gz = (...parts: (string | Buffer)[]) => parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
const unbuilt = { css: '', js: '' }

test('the form with every type of field, a card and a long agreement stays within 18 kB of HTML and CSS', () => {
  const page = sampleFormPage(unbuilt)
  const sentence = (i: number) => `${i}. The member no ${i * 7919} keeps ${i * 31} points until day ${i * 13}. `
  const text = Array.from({ length: 60 }, (_, i) => sentence(i)).join('\n\n')
  const html = renderBuilt('renderForm', { ...page, form: { ...page.form, agreement: { enabled: true, text } } })
  expect(html).toContain('</html>')
  expect(gz(html, asset('.css'))).toBeLessThan(18 * KB)
})

test('thirty fields in Russian with errors stay within the same budget', () => {
  const page = sampleFormPage(unbuilt, { lang: 'ru' })
  const fields = [...sampleFields, ...Array.from({ length: 21 }, (_, i) => sampleField({ key: `extra${i}`, type: 'string', label: `Ещё один вопрос ${i}` }))]
  const errors = Object.fromEntries(fields.map((field) => [field.key, { code: 'required', message: 'Заполните это поле.' }]))
  expect(gz(renderBuilt('renderForm', { ...page, form: { ...page.form, fields }, errors }), asset('.css'))).toBeLessThan(18 * KB)
})

test('the script stays within 20 kB and asks nobody else', () => {
  expect(gz(asset('.js'))).toBeLessThan(20 * KB)
  expect(asset('.js').toString()).not.toMatch(/https?:\/\/|import\(|fetch\(/)
})

test('a page asks for at most eight files, all of its own house', () => {
  const pages = [
    renderBuilt('renderForm', sampleFormPage(unbuilt, { images: { logo: '/files/logo.png', cover: '/files/cover.png' } })),
    renderBuilt('renderInstall', sampleInstallPage(unbuilt, { device: 'desktop' })),
  ]
  for (const html of pages) {
    const asked = [...html.matchAll(/<(?:link rel="stylesheet"|link rel="preload"|script|img|image)[^>]* (?:href|src)="([^"]+)"/g)].map((match) => match[1] as string)
    expect(new Set(asked).size + 1).toBeLessThanOrEqual(8)
    for (const address of asked) expect(address).toMatch(/^\/(pages\/assets|files)\//)
  }
})
