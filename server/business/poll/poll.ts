/** The questionnaire about a business. Answers are kept while it is being filled; the last step checks them all. */
import { FinishedPoll, type Poll, type PollAnswers } from '../../../contract/business/poll.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { faultsOf } from '../../base/fields.ts'
import { refuseAny } from '../../base/refusal.ts'
import { fit } from '../../base/shape.ts'
import { describeCabinet, lockLimits, markPollFinished, phoneOf } from '../../platform/cabinets/cabinets.ts'
import { readPhone } from '../../platform/codes/codes.ts'
import { findContact } from '../../platform/users/users.ts'
import * as sql from './sql.ts'

type Ctx = Pick<CabinetCtx, 'db' | 'user' | 'app'>

/** Phone and name are filled in from what is known already. */
export async function readPoll({ db, user }: Ctx): Promise<Poll> {
  const row = await sql.pollOf(db)
  const [cabinet, mainPhone] = await Promise.all([describeCabinet(db), phoneOf(db)])
  const phone = row?.phone || mainPhone || (await findContact(db.tx, user.userId))?.phone || ''
  return {
    phone,
    organization: row?.organization || cabinet.name,
    site: row?.site ?? '',
    activityArea: row?.activity_area ?? null,
    clientBase: row?.client_base ?? null,
    crm: row?.crm ?? '',
    loyaltyType: row?.loyalty_type ?? null,
    goals: row?.goals ?? [],
    isFinished: (row?.finished_at ?? null) !== null,
    isPhoneConfirmed: phone !== '' && phone === mainPhone,
  }
}

/** The answers that a body carries. */
type Given = { [Name in keyof PollAnswers]?: PollAnswers[Name] | undefined }

/** @throws Refusal phone_wrong; invalid_input when it is finished with something left out */
export async function savePoll(ctx: Ctx, given: Given, isFinished: boolean): Promise<Poll> {
  // Two tabs may save different steps at the same time: the later one starts from what the earlier one saved.
  await lockLimits(ctx.db)
  const { isFinished: _, isPhoneConfirmed: _confirmed, ...before } = await readPoll(ctx)
  const answers = Object.fromEntries(
    Object.entries(given).filter(([, answer]) => answer !== undefined),
  ) as Partial<PollAnswers>
  const whole: PollAnswers = { ...before, ...answers }
  if (answers.phone) whole.phone = readPhone(answers.phone)
  if (isFinished) {
    const checked = fit(FinishedPoll, whole, { reportInput: true })
    if (!checked.success) throw refuseAny('invalid_input', {}, faultsOf(checked.error))
    whole.phone = readPhone(whole.phone)
    await markPollFinished(ctx.db)
  }
  await sql.savePoll(ctx.db, whole, ctx.app.clock.now(), isFinished)
  return readPoll(ctx)
}
