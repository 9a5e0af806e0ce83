/** A visitor of a form whose process rests between the last statement and the commit. */
import { randomUUID } from 'node:crypto'
import { findForm } from '../server/people/forms/forms.ts'
import type { Utm } from '../server/people/growth/growth.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { issueCard } from '../server/reach/issuing/issuing.ts'
import type { Shop } from './people.ts'
import type { TestServer } from './server.ts'

/** What of a visitor is not as usual. `ownIds`: whose cards the browser got. */
type Visitor = { promo?: string; utm?: Utm; ip?: string; ownIds?: string[]; areCardsGiven?: boolean }

/** @returns how the form was answered, once it is committed */
export function restBeforeCommit(
  server: TestServer,
  { c, formKey }: Pick<Shop, 'c' | 'formKey'>,
  { tel, ...visitor }: Visitor & { tel: string },
  work: () => Promise<unknown> = async () => undefined,
): Promise<string> {
  const { promo = '', utm = null, ip = '203.0.113.9', ownIds = [], areCardsGiven = true } = visitor
  return openForWork(server.app, c, async (db) => {
    const form = await findForm(db, formKey)
    if (!form) throw new Error('no form')
    const raw = { name: 'Resting', tel, email: '', promo }
    const submission = { raw, token: randomUUID(), hasAgreed: true, terms: undefined, lang: 'en' as const, ip, utm }
    const proof = { isCoded: false, ownIds }
    const outcome = await issueCard(server.app, db, form, { ...submission, proof, areCardsGiven }, String)
    await work()
    return outcome.kind
  })
}
