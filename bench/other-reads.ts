/** Reads that no large screen is known for: what nobody thought of is measured too. */
import { ALL_ROOMS } from '../contract/all.ts'
import type { Call } from '../contract/call.ts'
import { pathOf, type Shop } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'
import type { Read } from './read.ts'

/** Small answers, of which the clock of the processes shows little. */
const GROWTH = 1.5

/** Whether an account like these is answered at all: others ask for a network or a provider. */
async function isAnswered(server: TestServer, shop: Shop, call: Call): Promise<boolean> {
  const headers = { authorization: `Bearer ${shop.owner.token}` }
  const answer = await fetch(server.url + pathOf(call, { c: shop.c }), { headers })
  await answer.arrayBuffer()
  return answer.ok
}

/** Every other call that reads and asks for nothing but the business. */
export async function otherReads(server: TestServer, shop: Shop, known: readonly Read[]): Promise<Read[]> {
  const others = Object.values(ALL_ROOMS)
    .flatMap((room) => Object.values<Call>(room))
    .filter(({ method, path }) => method === 'GET' && !path.replace('{c}', '').includes('{'))
    .filter((call) => !known.some((read) => read.call === call))
  const answered: Read[] = []
  for (const call of others)
    if (await isAnswered(server, shop, call)) answered.push({ name: `other: ${call.path}`, call, growth: GROWTH })
  return answered
}
