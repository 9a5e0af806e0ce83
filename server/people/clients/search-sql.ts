/** The condition that a search makes: texts of a client, and the cards of those who were merged into it. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { escapeLike, likeAnywhere } from '../../base/like.ts'
import type { ClientCondition } from './in-queries.ts'
import { isShortWord, numberPattern, type Searched, searchedTexts } from './search.ts'
import { tables } from './sql.ts'

const asCardNumber = (text: string): number | undefined => (/^\d{1,7}$/.test(text) ? Number(text) : undefined)

/** So many digits in a row are a key of their index (0608-search-by-digits.sql). */
const HAS_KEYS = /\d{4}/

/**
 * All keys of a text are among those of a client who has it, and so is any of them: asked both ways, because
 * PostgreSQL guesses too many for one key, and then reads the whole account beside them.
 */
function hasKeysOf(db: CabinetDb, text: string): ClientCondition {
  const keys = sql`digit_keys(${db.cabinetId}, ${text})`
  return sql`clients.digit_keys @> ${keys} and clients.digit_keys && ${keys}`
}

/** The index of texts knows no pairs of letters in the middle of a word, only at its beginning. */
function fits(db: CabinetDb, searched: Searched): ClientCondition {
  const { text } = searched
  const pattern = numberPattern(searched)
  const hasKeys = HAS_KEYS.test(text)
  // The first half is found by an index, and the other one looks at what it found.
  const found = hasKeys ? hasKeysOf(db, text) : sql<boolean>`clients.search_text ilike ${likeAnywhere(text)}`
  if (pattern !== null) return sql`(${found} and clients.search_text ~ ${pattern})`
  if (hasKeys) return sql`(${found} and strpos(clients.search_text, ${text}) > 0)`
  if (!isShortWord(text)) return found
  const start = escapeLike(text)
  const number = asCardNumber(text)
  const isCard = number === undefined ? sql`` : sql`or clients.card_number = ${number}`
  return sql`(clients.search_text ilike ${`${start}%`} or clients.search_text ilike ${`% ${start}%`} ${isCard})`
}

/** The card of somebody who was merged into the client stays valid, so a till finds the client by its number. */
async function holdersOfMergedCards(db: CabinetDb, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('clients')
    .select(['card_number', 'merged_into'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('card_number', 'in', [...numbers])
    .where('merged_into', 'is not', null)
    .execute()
  return new Map(rows.flatMap((row) => (row.merged_into ? [[row.card_number, row.merged_into] as const] : [])))
}

/** None: everybody fits. */
export async function searchConditions(db: CabinetDb, q: string): Promise<ClientCondition[]> {
  const groups = searchedTexts(q)
  if (groups.length === 0) return []
  const numbers = new Set(groups.flat().flatMap(({ text }) => asCardNumber(text) ?? []))
  const holders = await holdersOfMergedCards(db, [...numbers])
  const one = (searched: Searched): ClientCondition => {
    const holder = holders.get(asCardNumber(searched.text) ?? 0)
    return holder === undefined ? fits(db, searched) : sql`(${fits(db, searched)} or clients.id = ${holder})`
  }
  const all = groups.map((texts) => sql`(${sql.join(texts.map(one), sql` and `)})`)
  return [sql`(${sql.join(all, sql` or `)})`]
}
