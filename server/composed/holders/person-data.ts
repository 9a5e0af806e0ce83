/** Everything that is kept about one client, from every room that keeps something. */
import type { CabinetCtx } from '../../base/answer.ts'
import { readClientSync } from '../../business/integration/integration.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { allEvents, balanceHistory, consentOf, getClient, idsMergedInto } from '../../people/clients/clients.ts'
import { importsOfClient } from '../../people/imports/imports.ts'
import { pointHistory } from '../../reach/marketplace/marketplace.ts'
import { devicesOf, passesOfClient } from '../../reach/passes/passes.ts'
import { chatOfClient } from '../../reach/telegram/telegram.ts'
import { actsOnClient } from '../../reach/triggers/triggers.ts'
import { messageHistory, wholeClient } from '../clients/clients.ts'

/** More rows than any client has. */
const ALL = { page: 1, limit: 100_000 }

async function onePerson(ctx: CabinetCtx, id: string) {
  const { db } = ctx
  const row = await getClient(db, id)
  const [passes, names, whole, amounts, events, messages, chat, bonuses, triggers, imports, crm] = await Promise.all([
    passesOfClient(db, id),
    templateNames(db),
    wholeClient(ctx, row),
    balanceHistory(db, id, ALL),
    allEvents(db, id),
    messageHistory(db, id, ALL),
    chatOfClient(db, id),
    pointHistory(db, id, ALL),
    actsOnClient(db, id),
    importsOfClient(db, id),
    readClientSync(db, id),
  ])
  const designs = new Map(names.map((one) => [one.id, one.name]))
  const cards = await Promise.all(
    passes.map(async (pass) => ({
      id: pass.id,
      design: designs.get(pass.template_id) ?? '',
      createdAt: pass.created_at.toISOString(),
      message: pass.message,
      messageAt: pass.message_at?.toISOString() ?? null,
      wallets: await devicesOf(db, pass),
    })),
  )
  const { version: _, template, cards: _cards, ...client } = whole
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
  for (const merged of await idsMergedInto(ctx.db, [id])) mergedClients.push(await onePerson(ctx, merged))
  return { ...(await onePerson(ctx, id)), mergedClients }
}
export type PersonData = Awaited<ReturnType<typeof personData>>
