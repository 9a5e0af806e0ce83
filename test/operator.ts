/** An operator and a shop: what the tests of the operator share. */
import { afterAll, beforeAll } from 'vitest'
import { users } from '../contract/platform/users.ts'
import { query } from './direct-access.ts'
import { openShop, type Person, type Answer, signIn, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop
/** Signed in with the operator's rights. */
export let staff: Person

export const of = (c = shop.c) => ({ cabinet: c })
export const codeOf = (response: Answer) => [response.status, response.body.error?.code]
export const idOf = async (person: Person) => (await person.send(users.me)).id
export const auditLog = () =>
  query<{ call: string; about_cabinet: string | null; path: string }>(
    server,
    'select call, about_cabinet, path from audit_log order by at, id',
  )

/** Call it first in a test file about the operator. */
export function setUpOperator(): void {
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1', OPERATOR_EMAIL: 'Boss@people.example' } })
    shop = await openShop(server, 'Anna')
    staff = await signIn(server, 'Desk')
    await query(server, 'update users set superuser = true where email = $1', [staff.email])
  })
  afterAll(() => server?.close())
}
