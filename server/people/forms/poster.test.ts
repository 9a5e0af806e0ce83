import { inflateSync } from 'node:zlib'
import jsQr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formLinks } from '../../../contract/people/form-links.ts'
import { forms } from '../../../contract/people/forms.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { POSTER_FORMATS, type PosterFormat, posters } from '../../../contract/people/posters.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { firstSentence } from './poster.ts'
import { SIZES_MM } from './poster-layout.ts'

let server: TestServer
let shop: Shop
let link: { id: string; url: string }
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Mila')
  link = await shop.owner.send(formLinks.createLink, { params: at(), body: { kind: 'poster', name: 'Door' } })
})
afterAll(() => server?.close())

const at = () => ({ c: shop.c, formKey: shop.formKey })

async function fetchPoster(query: Record<string, string>): Promise<{ bytes: Buffer; type: string }> {
  const path = posters.readPoster.path.replace('{c}', String(shop.c)).replace('{formKey}', shop.formKey)
  const response = await fetch(`${server.url}/api${path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${shop.owner.token}` },
  })
  expect(response.status).toBe(200)
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  }
}

const decode = (jsQr as unknown as { default: typeof jsQr }).default

/** What a decoder reads in a picture; undefined: nothing. */
async function decoded(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).flatten({ background: '#ffffff' }).ensureAlpha().raw().toBuffer({
    resolveWithObject: true,
  })
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data
}

/** The drawing commands of a PDF. */
function commandsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/FlateDecode[^]*?stream\r?\n/g)].flatMap((match) => {
    const start = match.index + match[0].length
    const drawn = (() => {
      try {
        return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
      } catch {
        return ''
      }
    })()
    return / (?:cm|re)\n/.test(drawn) ? [drawn] : []
  })
}

/** The first shape of many modules in a PDF, drawn again as a picture with white around it. */
function codeIn(pdf: Buffer): Buffer {
  const shapes = (commandsOf(pdf)[0] ?? '').split(/\nf\*?\n/).filter((shape) => shape.split(' m\n').length > 100)
  const d = (shapes[0] ?? '')
    .split('\n')
    .flatMap((line) => {
      const [, x, y, command] = /^(-?[\d.]+) (-?[\d.]+) ([ml])$/.exec(line) ?? []
      if (command !== undefined) return [`${command.toUpperCase()}${x} ${y}`]
      return line === 'h' ? ['Z'] : []
    })
    .join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 60 60" width="600" height="600"><path d="${d}"/></svg>`,
  )
}

/** A stand shows its code twice, and a decoder reads one in a picture. */
async function oneFace(preview: Buffer, format: PosterFormat): Promise<Buffer> {
  const whole = sharp(preview, { density: 150 })
  const { width, height } = await whole.metadata()
  const top = format === 'tent' ? Math.ceil(height / 2) : 0
  return whole
    .extract({ left: 0, top, width, height: height - top })
    .png()
    .toBuffer()
}

it.each(POSTER_FORMATS)('has the size of its paper, and a code that a decoder reads: %s', async (format) => {
  const { bytes, type } = await fetchPoster({ format, link: link.id })
  expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  const [, width = '', height = ''] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1')) ?? []
  expect([width, height].map((points) => Math.round((Number(points) / 72) * 2540) / 100)).toEqual(SIZES_MM[format])
  expect(await decoded(codeIn(bytes))).toBe(link.url)
  const preview = await fetchPoster({ format, link: link.id, file: 'svg' })
  expect(preview.type).toContain('image/svg+xml')
  const picture = await oneFace(preview.bytes, format)
  expect(await decoded(picture), 'the preview, with all around it').toBe(link.url)
})

it('leads to the form without a link, and keeps the text of the form', async () => {
  expect(await decoded(codeIn((await fetchPoster({})).bytes))).toBe(shop.formUrl)
  const form = await shop.owner.send(forms.readForm, { params: at() })
  await shop.owner.send(forms.saveForm, {
    params: at(),
    body: {
      name: form.name,
      template: form.template.id,
      version: form.version,
      settings: { ...form.settings, title: 'Join us', description: 'Ten cups, one free. And much more.' },
    },
  })
  expect(await shop.owner.send(posters.readPosterText, { params: at() })).toMatchObject({
    title: 'Join us',
    benefit: 'Ten cups, one free.',
  })
})

it('keeps what the business has written, and follows the form where it has written nothing', async () => {
  const own = { title: 'Coffee for all', benefit: null, steps: null, note: '' }
  const saved = await shop.owner.send(posters.savePosterText, { params: at(), body: own })
  expect(saved).toMatchObject({ ...own, benefit: saved.usual.benefit, steps: saved.usual.steps, own })
  const svg = await shop.owner.ask(posters.readPoster, { params: at(), query: { file: 'svg' } })
  expect(svg.status).toBe(200)
  // What is typed anew as the usual text is no text of one's own.
  const { usual } = saved
  const again = await shop.owner.send(posters.savePosterText, { params: at(), body: { ...usual, note: 'At the till' } })
  expect(again.own).toEqual({ title: null, benefit: null, steps: null, note: 'At the till' })
  await shop.owner.send(posters.savePosterText, { params: at(), body: usual })
  expect((await shop.owner.send(posters.readPosterText, { params: at() })).own.note).toBeNull()
})

it('speaks the language of the form', async () => {
  const titles = new Set<string>()
  for (const lang of LANGUAGES) {
    const form = await shop.owner.send(forms.readForm, { params: at() })
    await shop.owner.send(forms.saveForm, {
      params: at(),
      body: {
        name: form.name,
        template: form.template.id,
        version: form.version,
        settings: { ...form.settings, title: '', description: '', lang },
      },
    })
    const text = await shop.owner.send(posters.readPosterText, { params: at() })
    expect(Object.values(text.usual).every((line) => line !== '' && !line.includes('links.poster'))).toBe(true)
    titles.add(text.title)
  }
  expect(titles.size).toBe(LANGUAGES.length)
})

it('refuses a link of another form', async () => {
  const other = await openShop(server, 'Vera')
  const { status, body } = await other.owner.ask(posters.readPoster, {
    params: { c: other.c, formKey: other.formKey },
    query: { link: link.id },
  })
  expect([status, body.error?.code]).toEqual([404, 'link_not_found'])
})

it('takes the first sentence, cut between words', () => {
  expect(firstSentence('Ten cups, one free! And more.', 50)).toBe('Ten cups, one free!')
  expect(firstSentence('  One\ntwo', 50)).toBe('One')
  expect(firstSentence('Every tenth cup is on us', 12)).toBe('Every tenth…')
  expect(firstSentence('Donaudampfschifffahrt', 10)).toBe('Donaudamp…')
})
