/** A shop that invites people: what the tests of access share. */
import { afterAll, beforeAll } from 'vitest'
import { access } from '../contract/platform/access.ts'
import { clients } from '../contract/people/clients.ts'
import { setPlan } from './direct-access.ts'
import { openShop, type Person, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
/** Its tariff allows many people. */
export let shop: Shop

export const invite = (email: string, from = shop) =>
  from.owner.ask(access.invitePerson, { params: { c: from.c }, body: { email, version: '5.13.1' } })
export const answer = (person: Person, c: number, given: 'accept' | 'reject' = 'accept') =>
  person.ask(access.answerInvite, { params: { inviterCabinetId: c }, body: { answer: given } })
export const listed = async (email: string) =>
  (await shop.owner.send(access.listPeople, { params: { c: shop.c } })).people.find((one) => one.email === email)
export const maySee = async (person: Person, c = shop.c) =>
  (await person.ask(clients.listClients, { params: { c } })).status
export const NOT_THERE = [404, 'invite_not_found']
export const codeOf = (response: Awaited<ReturnType<typeof answer>>) => [response.status, response.body.error?.code]

export async function mailTo(address: string) {
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  const [newest] = mailbox.list(address)
  const mail = mailbox.get(newest?.id ?? '')
  return {
    subject: mail?.subject ?? '',
    text: mail?.text ?? '',
    token: /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '',
  }
}

/** Call it first in a test file about access. */
export function setUpAccess(): void {
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    shop = await openShop(server, 'Anna')
    await setPlan(server, shop.c, 'expert')
  })
  afterAll(() => server?.close())
}
