/** The people of the demo, signed in with the password that the installation has made. */
import { users } from '../contract/platform/users.ts'
import type { Carried } from '../db/demo-past.ts'
import { demoPassword } from '../db/demo-people.ts'
import { query } from './direct-access.ts'
import { Person, request } from './people.ts'
import type { TestServer } from './server.ts'

/** @param name first part of the address */
export async function logInToDemo(server: TestServer, name: 'anna' | 'boris' | 'operator'): Promise<Person> {
  const email = `${name}@kartoteka.example`
  const { body } = await request(server, users.login, { body: { email, password: await demoPassword(server.app) } })
  return new Person(server, email, (body.data as { token: string }).token)
}

/**
 * Gives the demo's customers their phones.
 * @param listening so many fetch what they are notified of
 * @returns what ends them
 */
export async function carryPhones(
  server: TestServer,
  carried: Carried,
  listening: number,
): Promise<{ close(): Promise<void> }> {
  const crowd = await server.outside.openCrowd(server.doorUrl)
  const [saved = ''] = carried.googleUrls
  await crowd.adopt({ phones: carried.phones, googleUrls: [saved] }, listening)
  // The other cards in Google Wallet, faster than their holders would save them.
  const cards = await query<{ id: string }>(
    server,
    `select p.google_object_id as id from passes p join cabinets c on c.id = p.cabinet_id
      where p.google_saved_at is not null order by p.google_version = 0, c.domain <> 'coffee-lab', p.created_at`,
  )
  const [first, ...others] = cards.map((row) => row.id)
  if (first !== undefined) server.outside.googleWallet.copyCard(first, others)
  return crowd
}
