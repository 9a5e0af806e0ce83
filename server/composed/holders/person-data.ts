/** Everything that is kept about one client, from every room that keeps something. */
import type { CabinetCtx } from '../../base/answer.ts'
import { clientSyncOf } from '../../business/integration/integration.ts'
import { allEvents, balanceHistoryOf, consentOf, getClient } from '../../people/clients/clients.ts'
import { importsOfClient } from '../../people/imports/imports.ts'
import { pointsOf } from '../../reach/marketplace/marketplace.ts'
import { chatOfClient } from '../../reach/telegram/telegram.ts'
import { actsOnClient } from '../../reach/triggers/triggers.ts'
import { messageHistoryOf, readPerson, wholeClient } from '../clients/clients.ts'

/** More rows than any client has. */
const ALL = { page: 1, limit: 100_000 }

async function onePerson(ctx: CabinetCtx, id: string, person: Awaited<ReturnType<typeof readPerson>>) {
  const { db } = ctx
  const row = await getClient(db, id)
  const [whole, amounts, events, messages, chat, bonuses, triggers, imports, crm] = await Promise.all([
    wholeClient(ctx, row, person),
    balanceHistoryOf(db, person.ids, ALL),
    allEvents(db, id),
    messageHistoryOf(db, person.ids, ALL),
    chatOfClient(db, id),
    pointsOf(db, id, ALL),
    actsOnClient(db, id),
    importsOfClient(db, id),
    clientSyncOf(db, id),
  ])
  const { version: _, template, cards: shown, ...client } = whole
  const passes = new Map(person.passes.map((pass) => [pass.id, pass]))
  // Those of merged clients stand beside their own data.
  const cards = shown
    .filter((card) => !card.isOfMerged)
    .map((card) => ({
      id: card.id,
      design: card.template.name,
      createdAt: card.createdAt,
      message: passes.get(card.id)?.message ?? '',
      messageAt: passes.get(card.id)?.message_at?.toISOString() ?? null,
      wallets: card.devices,
    }))
  return {
    exportedAt: ctx.app.clock.now().toISOString(),
    business: ctx.cabinet.name,
    client: { ...client, cardDesign: template.name, language: row.lang, updatedAt: row.updated_at.toISOString() },
    consent: consentOf(row),
    card: cards[0],
    furtherCards: cards.slice(1),
    amounts: amounts.data,
    events,
    messages: messages.data,
    telegramChat: chat?.chatId ?? null,
    bonuses: bonuses.data,
    triggers,
    imports,
    crm,
  }
}
export type OnePerson = Awaited<ReturnType<typeof onePerson>>

/** With the rows that were merged into the client. @throws Refusal client_not_found */
export async function personData(ctx: CabinetCtx, id: string): Promise<OnePerson & { mergedClients: OnePerson[] }> {
  const mergedClients: OnePerson[] = []
  const person = await readPerson(ctx.db, id)
  for (const merged of person.ids.slice(1))
    mergedClients.push(await onePerson(ctx, merged, await readPerson(ctx.db, merged)))
  return { ...(await onePerson(ctx, id, person)), mergedClients }
}
export type PersonData = Awaited<ReturnType<typeof personData>>
