/** Where expressions of a form are compiled: while no connection of the database waits for it, and once. */
import pg from 'pg'
import { RE2JS } from 're2js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { query } from '../../../test/direct-access.ts'
import { filled, post, server, setUpForms, shop } from '../../../test/filled-forms.ts'
import { usedClient } from '../../../test/postgres.ts'

let open = 0
/** Knows how many transactions are open. */
class CountingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's own signature has ten overloads
  override query(...given: any[]): any {
    const [text] = given
    if (/^(begin|start transaction)/.test(String(text))) open++
    if (/^(commit|rollback)$/.test(String(text))) open--
    return super.query(...(given as [string]))
  }
}

beforeAll(() => {
  usedClient.Client = CountingClient
})
setUpForms()
afterAll(() => {
  delete usedClient.Client
})

it('the expressions of a form are compiled once, beside any transaction', async () => {
  const form = await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })
  const [name] = form.settings.fields
  // As after a start: this process has not seen the expression yet.
  const field = { ...name, key: 'shelf', type: 'regex', variableName: 'own1', required: false }
  const settings = {
    ...form.settings,
    fields: [...form.settings.fields, { ...field, regularExpression: 'shelf \\d{2}' }],
  }
  await query(server, 'update forms set settings = $1 where cabinet_id = $2', [JSON.stringify(settings), shop.c])
  const openAtCompile: number[] = []
  const compile = RE2JS.compile.bind(RE2JS)
  vi.spyOn(RE2JS, 'compile').mockImplementation((...given) => {
    openAtCompile.push(open)
    return compile(...given)
  })
  const send = async (no: number, shelf: string) =>
    (await post(await filled({ name: 'Ina', tel: `+42060170009${no}`, shelf }))).status
  expect(await send(1, 'shelf 12')).toBe(303)
  expect(openAtCompile.length).toBeGreaterThan(0)
  expect(openAtCompile.filter((count) => count > 0)).toEqual([])
  const compiled = openAtCompile.length
  expect([await send(2, 'shelf 123'), await send(3, 'shelf 34')]).toEqual([422, 303])
  expect(openAtCompile).toHaveLength(compiled)
})
