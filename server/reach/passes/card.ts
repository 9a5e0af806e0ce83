/** The content of a client's card, from the design, the client and the cabinet's variables. */
import { fillCard, type FilledCard } from '../../../card/fill.ts'
import { valuesOf } from '../../../card/values.ts'
import type { Language } from '../../../contract/limits.ts'
import { addDays, moscowMidnight } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refuseAny } from '../../base/refusal.ts'
import { holderOf, rowOfCard, rowsOfCards, type StoredClient } from '../../people/clients/clients.ts'
import { cardStyle, pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { filePath } from '../../platform/files/files.ts'
import { findTemplate, lastDayOf, type TemplateRow } from '../../cards/templates/templates.ts'
import { variableDefaults } from '../../cards/variables/variables.ts'
import type { PassRow } from './sql.ts'

export type WholeCard = {
  pass: PassRow
  client: StoredClient
  template: TemplateRow
  card: FilledCard
  values: Record<string, string>
  lang: Language
  /** The first moment at which it is no longer valid; null: it never ends. */
  endsAt: Date | null
  /** Of the business. */
  domain: string
  /** Text of its link to Telegram; empty: in the client's language; null: there is none. */
  telegramLink: string | null
}

/** Images are paths on this server; the public address is added where the card is sent outside. */
export async function wholeCard(db: CabinetDb, pass: PassRow): Promise<WholeCard> {
  const client = await rowOfCard(db, pass.client_id)
  const template = await findTemplate(db, pass.template_id)
  if (!template) throw refuseAny('not_found')
  const defaults = { ...(await variableDefaults(db)), ...template.variables }
  const style = await cardStyle(db)
  const values = valuesOf(holderOf(client), defaults, style.hasPointDecimals)
  const filled = fillCard(template.design, values, (fileId) => filePath(db.cabinetId, fileId))
  const card = isValid(pass) ? filled : withoutCode(filled)
  const lastDay = lastDayOf(template, pass.created_at)
  const endsAt = lastDay === null ? null : moscowMidnight(addDays(lastDay, 1))
  const { domain, telegramLink } = style
  return { pass, client, template, card, values, lang: client.lang, endsAt, domain, telegramLink }
}

/** Neither withdrawn nor over. */
export const isValid = (pass: Pick<PassRow, 'voided_at' | 'ended_at'>): boolean =>
  pass.voided_at === null && pass.ended_at === null

/** Nothing that a till could read is left on a card that was withdrawn or is over. */
const withoutCode = (card: FilledCard): FilledCard => ({ ...card, barcode: null, nfc: null })

/** Values of the variables of many cards, by card; the number of queries does not grow with the cards. */
export async function valuesOfCards(
  db: CabinetDb,
  passes: readonly { id: string; client_id: string; template_id: string }[],
): Promise<Map<string, Record<string, string>>> {
  const holders = new Map(
    (
      await rowsOfCards(
        db,
        passes.map((pass) => pass.client_id),
      )
    ).map((row) => [row.id, holderOf(row)]),
  )
  const own = await variableDefaults(db)
  const { hasDecimals } = await pointsStyle(db)
  const defaults = new Map<string, Record<string, string>>()
  for (const id of new Set(passes.map((pass) => pass.template_id)))
    defaults.set(id, { ...own, ...(await findTemplate(db, id))?.variables })
  return new Map(
    passes.flatMap((pass) => {
      const holder = holders.get(pass.client_id)
      return holder ? [[pass.id, valuesOf(holder, defaults.get(pass.template_id), hasDecimals)] as const] : []
    }),
  )
}
