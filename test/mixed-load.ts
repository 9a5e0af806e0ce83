/** What a business does at the same time, with a ledger of what was acknowledged, for tests that kill everything. */
import { clients } from '../contract/people/clients.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { users } from '../contract/platform/users.ts'
import { inputOf } from './client-input.ts'
import { Person, request } from './people.ts'
import { fillForm, Iphone } from './phones.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

export type Ledger = {
  /** Telephone numbers of forms: acknowledged with the page of the card, or sent without an answer. */
  forms: { tel: string; page: string | null }[]
  phones: { device: string; serial: string; token: string }[]
  /** By client: the points and the name of the last edit that was acknowledged, and of the last that was sent. */
  edits: Map<string, { acknowledged: number; sent: number }>
  pushes: { id: string; isStarted: boolean }[]
  logins: string[]
  /** Answers that no kill explains. */
  odd: string[]
  /** How many writes were acknowledged, and how many answers were 503. */
  count: number
  refused: number
}

export const newLedger = (): Ledger => ({
  forms: [],
  phones: [],
  edits: new Map(),
  pushes: [],
  logins: [],
  odd: [],
  count: 0,
  refused: 0,
})

export type Business = {
  server: TestServer
  formUrl: string
  owner: { email: string; password: string; token: string }
  c: number
  templates: readonly string[]
  clientIds: readonly string[]
}

/** What may come beside success: the database is away, a limit, somebody else's edit was first. */
const EXPECTED = new Set([409, 429, 503])

let nextNumber = 0

/** Runs every kind of work until `isOver`; resolves when all lanes have ended. */
export function runMixedLoad(business: Business, ledger: Ledger, isOver: () => boolean): Promise<unknown> {
  const { server, c, owner } = business
  const person = new Person(server, owner.email, owner.token)

  /** @returns whether it was answered with success */
  function judge(what: string, status: number): boolean {
    if (status === 503) ledger.refused++
    if (status >= 400 && !EXPECTED.has(status)) ledger.odd.push(`${what}: ${status}`)
    return status < 400
  }

  /** @returns whether a write was acknowledged */
  function isAcknowledged(what: string, status: number): boolean {
    if (status < 400) ledger.count++
    return judge(what, status)
  }

  async function sendForm(withPhone: boolean): Promise<void> {
    const page = await fetch(business.formUrl)
    if (!judge('page of a form', page.status)) return
    const html = await page.text()
    // Robots are faster than people: the form takes nothing that comes within two seconds of its page.
    const openedMs = Date.now()
    await until(() => isOver() || Date.now() > openedMs + 2500, 'a person would have filled it in')
    const tel = `+420603${String(100_000 + nextNumber++)}`
    const entry: Ledger['forms'][number] = { tel, page: null }
    ledger.forms.push(entry)
    const reply = await fillForm(server, business.formUrl, { name: 'Kim', surname: 'Load', tel }, html)
    if (!isAcknowledged('form', reply.status)) return
    entry.page = new URL(reply.headers.get('location') ?? '', server.url).pathname
    if (!withPhone) return
    const phone = new Iphone(server)
    await phone.install(`${server.url}${entry.page}/card.pkpass`)
    if (!isAcknowledged('registration', (await phone.register()).status)) return
    const { serialNumber: serial } = phone.pass.json
    ledger.phones.push({ device: phone.device, serial, token: phone.pushToken })
  }

  async function edit(id: string): Promise<void> {
    const client = await person.ask(clients.readClient, { params: { c, id } })
    if (!judge('client', client.status)) return
    const known = ledger.edits.get(id) ?? { acknowledged: 0, sent: 0 }
    const points = known.sent + 1
    ledger.edits.set(id, { ...known, sent: points })
    const body = { ...inputOf(client.body.data as never), name: `Edited ${points}`, bonusMinor: points * 100 }
    const { status } = await person.ask(clients.saveClient, { params: { c, id }, body })
    if (isAcknowledged('edit', status)) ledger.edits.set(id, { acknowledged: points, sent: points })
  }

  async function sendPush(): Promise<void> {
    const body = { name: 'Load', message: `Hello {cardholder}, ${nextNumber++}`, templates: business.templates }
    const made = await person.ask(pushes.createPush, { params: { c, pushType: 'text' }, body })
    if (!isAcknowledged('push', made.status)) return
    const push = { id: (made.body.data as { id: string }).id, isStarted: false }
    ledger.pushes.push(push)
    const { status } = await person.ask(pushes.startSend, { params: { c, pushUuid: push.id } })
    push.isStarted = isAcknowledged('start of a push', status)
  }

  async function logIn(): Promise<void> {
    const { email, password } = owner
    const { status, body } = await request(server, users.login, { body: { email, password } })
    if (isAcknowledged('login', status)) ledger.logins.push((body.data as { token: string }).token)
  }

  /** @param times at most; a connection that is lost with a kill is no answer */
  async function lane(work: (round: number) => Promise<void>, times = Number.POSITIVE_INFINITY): Promise<void> {
    for (let round = 0; round < times && !isOver(); round++) {
      try {
        await work(round)
      } catch (error) {
        if (!isOver() && !isLost(error)) throw error
      }
    }
  }

  return Promise.all([
    ...[true, false, true].map((withPhone) => lane(() => sendForm(withPhone))),
    ...business.clientIds.map((id) => lane(() => edit(id))),
    lane(sendPush, 2),
    lane(logIn, 3),
  ])
}

/** The other side was killed, or its answer is no answer. */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof SyntaxError || /not a card: 5|socket|ECONN/.test(String(error))
