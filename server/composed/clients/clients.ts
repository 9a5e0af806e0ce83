/** Clients as screens and files choose and show them: by segment and wallet, with card, form and state in the CRM. */
import type { Client } from '../../../contract/people/clients.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { findTemplate, lastDayOf } from '../../cards/templates/templates.ts'
import { clientSyncStates } from '../../business/integration/integration.ts'
import * as clients from '../../people/clients/clients.ts'
import { findFormById } from '../../people/forms/forms.ts'
import type { By } from '../../reach/holders/holders.ts'
import { countFriends, findInviter } from '../../reach/marketplace/marketplace.ts'
import * as passes from '../../reach/passes/passes.ts'
import { reminderOfClient } from '../../reach/reminders/reminders.ts'
import { telegramOfClient } from '../../reach/telegram/telegram.ts'
import { walletsReply } from './changes.ts'

export { conditionsOf, countAsked, listedOf } from './asked.ts'

/** Who has changed an amount: a person in the back office, or a program with a key. */
export const callerAsSource = ({ user }: Pick<CabinetCtx, 'user'>): By => ({
  // A key has no session.
  source: user.sessionId === '' ? 'api' : 'cabinet',
  userId: user.userId,
})

/** The cards of a client and of those who were merged into it, the main one first. */
export async function cardsOf(
  { app, db, cabinet }: Pick<CabinetCtx, 'app' | 'db' | 'cabinet'>,
  { id: clientId, card_number: number }: Pick<clients.StoredClient, 'id' | 'card_number'>,
  known?: readonly passes.PassRow[],
): Promise<Client['cards']> {
  const all = known ?? (await passes.passesOfPerson(db, clientId))
  const merged = all.map((pass) => pass.client_id).filter((id) => id !== clientId)
  const designs = [...new Set(all.map((pass) => pass.template_id))]
  const [numbersOfMerged, templates, devicesOfAll] = await Promise.all([
    clients.cardNumbersOf(db, merged),
    Promise.all(designs.map((id) => findTemplate(db, id))),
    Promise.all(all.map((pass) => passes.devicesOf(db, pass))),
  ])
  const numbers = new Map(numbersOfMerged).set(clientId, number)
  return all.map((pass, place) => {
    const devices = devicesOfAll[place] ?? []
    const template = templates.find((one) => one?.id === pass.template_id)
    return {
      id: pass.id,
      template: { id: pass.template_id, name: template?.name ?? '' },
      isMain: pass.is_main,
      cardNumber: numbers.get(pass.client_id) ?? 0,
      isOfMerged: pass.client_id !== clientId,
      url: pass.voided_at === null ? passes.installUrl(app, cabinet.domain, cabinet.id, pass.id) : null,
      createdAt: pass.created_at.toISOString(),
      withdrawnAt: pass.voided_at?.toISOString() ?? null,
      lastDay: template ? lastDayOf(template, pass.created_at) : null,
      endedAt: pass.ended_at?.toISOString() ?? null,
      devices,
      removals: passes.removalsOf(pass, devices),
    }
  })
}

/** Wallets that cards have left and none is in now, each with the last day. */
function lastRemovals(cards: Client['cards']): Client['removals'] {
  return (['apple', 'google'] as const).flatMap((wallet) => {
    if (cards.some((card) => card.devices.some((device) => device.wallet === wallet))) return []
    const last = cards.flatMap((card) => card.removals.filter((one) => one.wallet === wallet).map(({ at }) => at))
    const at = last.toSorted().at(-1)
    return at === undefined ? [] : [{ wallet, at }]
  })
}

/** With the names of the forms, and whether the form of the client still says the same. */
async function consentsOf(db: CabinetDb, personIds: readonly string[]): Promise<Client['consents']> {
  const all = await clients.consentHistory(db, personIds)
  const consents: Client['consents'] = []
  for (const { formId, ...consent } of all) {
    const form = formId === null ? undefined : await findFormById(db, formId)
    const now = form?.settings.agreement
    consents.push({
      ...consent,
      form: form ? { formKey: form.form_key, name: form.name } : null,
      isCurrent: now?.enabled ? sha256(now.text).toString('hex') === consent.hash : null,
    })
  }
  return consents
}

/** What every part of an answer about a client begins with: read once, and handed on. */
export const readPerson = async (db: CabinetDb, clientId: string): Promise<Person> =>
  personOf(db, await clients.idsOfPerson(db, clientId))

/** @param ids of `idsOfPerson` */
export const personOf = async (db: CabinetDb, ids: readonly string[]): Promise<Person> => ({
  ids,
  passes: await passes.passesOfPersonIn(db, ids),
})
type Person = { ids: readonly string[]; passes: readonly passes.PassRow[] }

/** @param known of `readPerson`, when somebody has read it already */
export async function wholeClient(
  { app, db, cabinet }: CabinetCtx,
  row: clients.StoredClient,
  known?: Person,
): Promise<Client> {
  const person = known ?? (await readPerson(db, row.id))
  const [
    wallets,
    cards,
    form,
    inviter,
    friends,
    tags,
    syncStates,
    merged,
    consent,
    consents,
    sameNumber,
    reminder,
    telegram,
  ] = await Promise.all([
    passes.walletsOfClients(db, [row.id]),
    cardsOf({ app, db, cabinet }, row, person.passes),
    row.form_id ? findFormById(db, row.form_id) : undefined,
    findInviter(db, row.id),
    countFriends(db, row.id),
    clients.tagsOfClients(db, [row.id]),
    clientSyncStates(db, [row.id]),
    person.ids.length === 1 ? [] : clients.mergedInto(db, row.id),
    clients.consentWithWords(db, row),
    consentsOf(db, person.ids),
    clients.sameNumber(db, row),
    reminderOfClient(db, person.ids),
    telegramOfClient(db, row.id),
  ])
  const used = cards.filter((card) => card.withdrawnAt === null)
  const devices = used.flatMap((card) => card.devices)
  return {
    ...clients.rowReply(row),
    ...walletsReply(wallets.get(row.id)),
    removals: lastRemovals(used),
    inviteCode: row.invite_code,
    inviter,
    friends,
    tags: tags.get(row.id) ?? [],
    sync: syncStates.get(row.id) ?? null,
    cardTrack: row.card_track,
    version: row.version,
    cardUrl: cards.find((card) => card.isMain)?.url ?? null,
    devices,
    cards,
    form: form ? { formKey: form.form_key, name: form.name } : null,
    consentAt: row.consent_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
    mergedInto: row.merged_into,
    merged: merged.map((one) => ({
      id: one.id,
      name: clients.nameOfClient(one),
      cardNumber: one.card_number,
      at: one.at.toISOString(),
    })),
    consent,
    consents,
    typedTel: row.typed_tel,
    sameNumber,
    utm: row.utm,
    consentSource: row.consent_source,
    reminder,
    telegram,
  }
}

export { messageHistoryOf } from './messages.ts'
export { listChanges, walletsReply } from './changes.ts'
