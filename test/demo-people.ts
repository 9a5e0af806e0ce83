/** The people of the demo, signed in with the password that the installation has made. */
import { users } from '../contract/platform/users.ts'
import { demoPassword } from '../db/demo-people.ts'
import { Person, request } from './people.ts'
import type { TestServer } from './server.ts'

/** @param name first part of the address */
export async function logInToDemo(server: TestServer, name: 'anna' | 'boris' | 'operator'): Promise<Person> {
  const email = `${name}@kartoteka.example`
  const { body } = await request(server, users.login, { body: { email, password: await demoPassword(server.app) } })
  return new Person(server, email, (body.data as { token: string }).token)
}
