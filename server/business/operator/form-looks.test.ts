import sharp from 'sharp'
import { expect, it } from 'vitest'
import { formLooks } from '../../../contract/business/form-looks.ts'
import { FORM_LOOK_SLOTS, type FormLookPart } from '../../../contract/limits.ts'
import { issuing } from '../../../contract/reach/issuing.ts'
import { forms } from '../../../contract/people/forms.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { codeOf, server, setUpOperator, shop, staff } from '../../../test/operator.ts'

setUpOperator()

const at = () => ({ cabinet: shop.c, formKey: shop.formKey })
async function picture(part: FormLookPart): Promise<Blob> {
  const size = FORM_LOOK_SLOTS[part]
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)])
}
const upload = async (part: FormLookPart, file?: Blob) =>
  staff.ask(formLooks.uploadFormLook, { params: at(), body: { part }, file: file ?? (await picture(part)) })
const page = async () => (await fetch(shop.formUrl)).text()
const embed = async () => (await fetch(`${shop.formUrl}/embed`)).text()
async function preview() {
  const { settings, template } = await shop.owner.send(forms.readForm, {
    params: { c: shop.c, formKey: shop.formKey },
  })
  const body = { settings, template: template.id, device: 'iphone', step: 'form', formKey: shop.formKey } as const
  return (await shop.owner.send(issuing.previewForm, { params: { c: shop.c }, body })).html
}
const urls = async () => (await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })).look

it('support puts a logo and a background on the form of a business on Expert', async () => {
  await setPlan(server, shop.c, 'advanced')
  expect(codeOf(await upload('logo'))).toEqual([403, 'form_look_needs_plan'])
  await setPlan(server, shop.c, 'expert')
  const plain = await page()
  expect(plain).not.toContain('class="backdrop"')
  expect((await upload('logo')).body.data).toMatchObject({ logo: true, background: false })
  expect((await upload('background')).body.data).toMatchObject({ logo: true, background: true })
  const html = await page()
  const shown = [/<img class="logo" src="([^"]+)"/.exec(html)?.[1], /class="backdrop" src="([^"]+)"/.exec(html)?.[1]]
  const { logo, background } = await urls()
  for (const [index, url] of [logo, background].entries()) {
    expect(url).toBe(server.app.publicUrl + (shown[index] ?? ''))
    const answer = await fetch(server.url + (shown[index] ?? ''))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
  }
  expect((await fetch(`${shop.formUrl}/logo/0123456789abcdef.png`)).status).toBe(404)
  expect((await fetch(`${shop.formUrl}/other/secret.png`)).status).toBe(404)

  // The preview of the editor and the frame for a website show the same.
  for (const html of [await preview(), await embed()]) for (const path of shown) expect(html).toContain(`src="${path}"`)

  // On another plan the page looks as before, and the pictures are kept.
  await setPlan(server, shop.c, 'advanced')
  for (const html of [await page(), await preview(), await embed()]) expect(html).not.toContain('class="backdrop"')
  await setPlan(server, shop.c, 'expert')
  const gone = await staff.send(formLooks.removeFormLook, { params: at(), body: { part: 'background' } })
  expect(gone).toMatchObject({ logo: true, background: false })
  expect(await page()).not.toContain('class="backdrop"')
})

it('takes pictures of the exact size alone, for forms that are there, from operators', async () => {
  expect(codeOf(await upload('background', await picture('logo')))).toEqual([422, 'image_wrong_size'])
  expect(codeOf(await upload('logo', new Blob(['<svg/>'])))).toEqual([422, 'image_not_png'])
  const file = await picture('logo')
  const body = { part: 'logo' as const }
  expect(codeOf(await upload('logo', new Blob([new Uint8Array(2 * 1024 * 1024 + 1)])))).toEqual([
    413,
    'image_too_large',
  ])
  const nowhere = { cabinet: shop.c, formKey: '0123456789ab' }
  expect(codeOf(await staff.ask(formLooks.uploadFormLook, { params: nowhere, body, file }))).toEqual([
    404,
    'form_not_found',
  ])
  const elsewhere = { cabinet: 999_999, formKey: shop.formKey }
  expect((await staff.ask(formLooks.readFormLook, { params: elsewhere })).status).toBe(404)
  expect(codeOf(await shop.owner.ask(formLooks.uploadFormLook, { params: at(), body, file }))).toEqual([
    404,
    'not_found',
  ])
  await query(server, 'delete from forms where cabinet_id = $1', [shop.c])
  expect(await query(server, 'select 1 from form_looks')).toEqual([])
})
