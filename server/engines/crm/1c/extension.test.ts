/** The modules for 1C cannot be run here: they are compared with what the connector sends and reads. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { someClient } from '../../../../test/connector-suite.ts'
import type { CrmHttp, CrmRequest } from '../crm-http.ts'
import { Balance, Customer, customerOf } from '../url/mapping.ts'
import { Receipt } from '../url/purchases.ts'
import { openService, PATHS } from './service.ts'

const fileOf = (name: string) => readFileSync(join(import.meta.dirname, 'download', name), 'utf8')
const service = fileOf('kartoteka-1c-service.bsl')
const base = fileOf('kartoteka-1c-base.bsl')
const guides = ['en', 'ru'].map((language) => fileOf(`kartoteka-1c-guide.${language}.md`))
const FIELD = { id: 'f1', name: 'Size', kind: 'number', isWritable: true } as const

/** Makes every verb ask, and collects the bodies. */
async function allRequests(): Promise<CrmRequest[]> {
  const requests: CrmRequest[] = []
  const reply = { customerId: '1', items: [], fields: [], success: true, customer: null, bonus: 1, next: null }
  const http: CrmHttp = {
    async send(request) {
      requests.push(request)
      const json: never = reply as never
      return { status: 200, headers: {}, text: JSON.stringify(reply), json: () => json, xml: () => json }
    },
  }
  const settings = { server: 'https://h.test/hs/loyalty', login: 'u', password: 'p', inquiry: 'New' }
  const verbs = openService(settings, http, [FIELD])
  const operation = { id: 'o', isRepeat: false }
  const client = someClient({ fields: { f1: '42' }, middlename: 'M', cardTrack: 't', promoCode: 'P' })
  await verbs.checkLogin()
  await verbs.search(client)
  await verbs.create(client, { discountHundredths: 500 }, operation)
  await verbs.update(
    { crmId: '1', tel: '', cardNumber: '', person: {}, amounts: {} },
    client,
    { discountHundredths: 5 },
    operation,
  )
  await verbs.adjust?.('1', { bonusMinor: 100, balanceMinor: 100 }, operation)
  await verbs.read([client])
  await verbs.changes?.('')
  await verbs.purchases?.('')
  await verbs.all?.('')
  await verbs.listFields?.()
  await verbs.setUp?.([FIELD])
  return requests
}
const bodiesOf = (requests: readonly CrmRequest[]) =>
  requests.flatMap(({ json }) => (json ? [json as { method: string } & Record<string, unknown>] : []))

describe('the extension for 1C', () => {
  it('answers at the paths that are asked, by these methods of HTTP', async () => {
    const asked = (await allRequests()).map(({ url, method = 'GET' }) => `${method} ${new URL(url).pathname}`)
    expect([...new Set(asked)].sort()).toEqual(['GET /hs/loyalty/ping', 'POST /hs/loyalty/call'])
    for (const path of Object.values(PATHS)) for (const text of [service, ...guides]) expect(text).toContain(path)
    for (const handler of ['PingGET', 'CallPOST']) {
      expect(service).toMatch(new RegExp(`^Функция ${handler}\\(Запрос\\)`, 'm'))
      for (const guide of guides) expect(guide).toContain(handler)
    }
  })

  it('knows every method that is asked, and no other', async () => {
    const asked = bodiesOf(await allRequests()).map(({ method }) => method)
    const known = [...service.matchAll(/Метод = "(\w+)"/g)].map(([, method = '']) => method)
    expect([...new Set(known)].sort()).toEqual([...new Set([...asked, 'ping'])].sort())
    for (const guide of guides)
      for (const method of new Set(asked)) expect(guide).toMatch(new RegExp(`^\\| \`${method}\` \\|`, 'm'))
  })

  it('reads and answers values by the names of the contract', async () => {
    const bodies = bodiesOf(await allRequests())
    // What the base may read or leave alone, as the module says.
    const optional = ['v', 'promo', 'link', 'discount', 'cardTracks']
    const sent = bodies.flatMap((body) => [...Object.keys(body), ...Object.keys((body.customer ?? {}) as object)])
    const both = service + base
    for (const name of new Set(sent))
      if (!optional.includes(name) && name !== 'customer')
        expect([name, both.includes(`"${name}"`)]).toEqual([name, true])
    const extra = Object.keys((customerOf(someClient(), { discountHundredths: null }) as { extra: object }).extra)
    for (const name of extra) expect(base).toContain(`"${name}"`)
    const answered = [...base.matchAll(/Описание\.Вставить\("(\w+)"/g)].map(([, name = '']) => name)
    for (const name of answered) expect(Object.keys(Customer.shape)).toContain(name)
    expect(answered).toEqual(expect.arrayContaining(['customerId', 'phone', 'cardNumbers', 'fields']))
    expect(Object.keys(Balance.shape)).toEqual(expect.arrayContaining(['bonus', 'fields']))
    expect(base).toContain('"id,name,kind,isWritable"')
    const receipt = [...base.matchAll(/Чек\.Вставить\("(\w+)"/g)].map(([, name = '']) => name)
    for (const name of receipt) expect(Object.keys(Receipt.shape)).toContain(name)
    expect(receipt).toEqual(expect.arrayContaining(['id', 'kind', 'saleId', 'at', 'sum', 'isVoid', 'customerId']))
    for (const guide of guides) for (const name of receipt) expect(guide).toContain(`\`${name}\``)
  })

  it('refuses by codes that the connector understands', () => {
    const codes = [...(service + base).matchAll(/(?:Отказ\("|", ")([a-z]+_[a-z]+|validation|busy)"/g)]
    const known = readFileSync(join(import.meta.dirname, '../url/client.ts'), 'utf8')
    for (const [, code = ''] of codes)
      expect([code, code === 'validation' || known.includes(`'${code}'`)]).toEqual([code, true])
    expect(new Set(codes.map(([, code]) => code)).size).toBeGreaterThanOrEqual(5)
  })

  it.each(readdirSync(join(import.meta.dirname, 'download')).filter((name) => name.endsWith('.bsl')))(
    'closes every block of %s, and calls only what is there',
    (name) => {
      const lines = fileOf(name)
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\||")/.test(line))
      const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
      for (const [opens, closes] of [
        [/^Функция /, /^КонецФункции/],
        [/^Процедура /, /^КонецПроцедуры/],
        [/^\s*Если /, /^\s*КонецЕсли;/],
        [/^\s*(Для Каждого|Для Место|Пока) /, /^\s*КонецЦикла;/],
        [/^\s*Попытка/, /^\s*КонецПопытки;/],
        [/^#Область/, /^#КонецОбласти/],
      ] as const)
        expect([String(opens), count(opens)]).toEqual([String(opens), count(closes)])
      const exported = new Set(
        [...base.matchAll(/^(?:Функция|Процедура) ([\p{L}_]+)\(.*\) Экспорт/gmu)].map(([, one]) => one),
      )
      for (const [, called] of service.matchAll(/Крт_База\.([\p{L}_]+)\(/gu)) expect(exported).toContain(called)
    },
  )
})
