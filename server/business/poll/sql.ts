import type { PollAnswers } from '../../../contract/business/poll.ts'
import type { CabinetDb } from '../../base/db.ts'

type PollRow = {
  cabinet_id: number
  phone: string
  organization: string
  site: string
  activity_area: PollAnswers['activityArea']
  client_base: PollAnswers['clientBase']
  crm: string
  loyalty_type: PollAnswers['loyaltyType']
  goals: PollAnswers['goals']
  updated_at: Date
  finished_at: Date | null
}
type PollTables = { polls: PollRow }

const tables = (db: CabinetDb) => db.tx.withTables<PollTables>()

export function pollOf(db: CabinetDb): Promise<PollRow | undefined> {
  return tables(db).selectFrom('polls').selectAll().where('cabinet_id', '=', db.cabinetId).executeTakeFirst()
}

/** The first save makes the row. Once finished it stays finished, also when it is corrected later. */
export async function savePoll(db: CabinetDb, answers: PollAnswers, now: Date, isFinished: boolean): Promise<void> {
  const row = {
    phone: answers.phone,
    organization: answers.organization,
    site: answers.site,
    activity_area: answers.activityArea,
    client_base: answers.clientBase,
    crm: answers.crm,
    loyalty_type: answers.loyaltyType,
    goals: answers.goals,
    updated_at: now,
  }
  await tables(db)
    .insertInto('polls')
    .values({ cabinet_id: db.cabinetId, ...row, finished_at: isFinished ? now : null })
    .onConflict((conflict) =>
      conflict.column('cabinet_id').doUpdateSet({ ...row, ...(isFinished && { finished_at: now }) }),
    )
    .execute()
}
