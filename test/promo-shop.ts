/** A business whose form asks for a promo code, for the tests of the marketplace. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { forms, type FormField } from '../contract/people/forms.ts'
import { marketplace, type Module, type ModuleId, type PromoInput } from '../contract/reach/marketplace.ts'
import { DAY_MS, moscowDay } from '../contract/time.ts'
import { query, setPlan } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { type Browser, fillForm, hiddenFields } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop
let next = 0

export const phone = () => `+42060197${String(next++).padStart(4, '0')}`
export const day = (ahead = 0) => moscowDay(new Date(server.now().getTime() + ahead * DAY_MS))
export const row = (change: Partial<PromoInput> = {}): PromoInput => ({
  id: null,
  code: '',
  bonusMinor: 0,
  inviterMinor: 0,
  invitedMinor: 0,
  max: null,
  startsOn: day(),
  endsOn: null,
  ...change,
})
/** A row as it was read, as input of a save. */
export const inputOf = ({ state: _, used: _u, ...input }: Module['promos'][number]): PromoInput => input
export const read = (id: ModuleId = 'welcome', of = shop) =>
  of.owner.send(marketplace.readModule, { params: { c: of.c, moduleId: id } })
export const put = (id: ModuleId, body: object, of = shop) =>
  of.owner.ask(marketplace.saveModule, { params: { c: of.c, moduleId: id }, body })
export async function configure(id: ModuleId, promos: PromoInput[], isActive = true, of = shop): Promise<Module> {
  const response = await put(id, { isActive, promos, version: (await read(id, of)).version }, of)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body.error))
  return response.body.data as Module
}
const field = (change: Partial<FormField>): FormField => ({
  key: 'promo',
  type: 'string',
  label: 'Promo code',
  variableName: 'promo',
  required: false,
  active: true,
  errorMessage: '',
  regularExpression: '',
  values: [],
  checked: false,
  mask: 'world',
  ...change,
})
export async function askForCode(change: Partial<FormField> = {}, of = shop) {
  const form = await of.owner.send(forms.readForm, { params: { c: of.c, formKey: of.formKey } })
  const fields = [...form.settings.fields.filter((one) => one.key !== 'promo'), field(change)].map((one) =>
    one.key === 'tel' ? { ...one, required: false } : one,
  )
  return of.owner.ask(forms.saveForm, {
    params: { c: of.c, formKey: of.formKey },
    body: {
      name: form.name,
      template: form.template.id,
      settings: { ...form.settings, fields },
      version: form.version,
    },
  })
}
export const bonusOf = async (tel: string, of = shop) =>
  Number(
    (
      await query<{ bonus_minor: string }>(
        server,
        'select bonus_minor from clients where cabinet_id = $1 and tel = $2',
        [of.c, tel],
      )
    )[0]?.bonus_minor ?? -1,
  )
const browsers = new Map<string, Browser>()
/** Everybody fills in forms with a browser of their own, which is known again. */
export function browserOf(tel: string): Browser {
  const browser = browsers.get(tel) ?? { cookie: '' }
  browsers.set(tel, browser)
  return browser
}
export const fill = async (values: Record<string, string>, of = shop, from = '') =>
  (await fillForm(server, of.formUrl + from, { name: 'Guest', ...values }, undefined, browserOf(values.tel ?? '')))
    .status
export const idOf = async (tel: string) =>
  (await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [shop.c, tel]))[0]
    ?.id ?? ''
export const codeOf = async (tel: string) =>
  (await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await idOf(tel) } })).inviteCode
/** Another business, so that bonuses of one test are not counted in another. */
export async function fresh(name: string): Promise<void> {
  shop = await openShop(server, name)
  await setPlan(server, shop.c, 'expert')
  await askForCode()
}

/** Another person signs in as the owner. */
export function setOwner(owner: Shop['owner']): void {
  shop = { ...shop, owner }
}

/** Opens the form as often as there are values, then sends all of them at the same time. @returns the statuses */
export async function fillAtOnce(values: readonly Record<string, string>[]): Promise<number[]> {
  const pages = await Promise.all(values.map(async () => hiddenFields(await (await fetch(shop.formUrl)).text())))
  server.passTime(2000)
  const responses = await Promise.all(
    pages.map((hidden, i) =>
      fetch(shop.formUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...hidden, agree: 'on', ...values[i] }),
      }),
    ),
  )
  return responses.map((response) => response.status)
}

/** For the beginning of each test file about this. */
export function setUpPromos(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
  beforeEach(() => server.passTime(60 * 60_000))
}
