/** The questionnaire about a business. Answers are kept while it is being filled; the last step checks them all. */
import { FinishedPoll, type Poll, type PollAnswers } from '../../../contract/business/poll.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { faultsOf } from '../../base/fields.ts'
import { refuseAny } from '../../base/refusal.ts'
import { fit } from '../../base/shape.ts'
import { lockLimits, markPollFinished } from '../../platform/cabinets/cabinets.ts'
import { readPhone } from '../../platform/codes/codes.ts'
import * as sql from './sql.ts'

type Ctx = Pick<CabinetCtx, 'db' | 'user' | 'app'>

/** Nothing is asked again: the phone and the name stand in it before the first answer. */
export async function readPoll({ db, user }: Ctx): Promise<Poll> {
  const [row, known] = [await sql.pollOf(db), await sql.knownFacts(db, user.userId)]
  const phone = row?.phone || known.mainPhone || known.ownPhone
  return {
    phone,
    organization: row?.organization || known.name,
    site: row?.site ?? '',
    activityArea: row?.activity_area ?? null,
    clientBase: row?.client_base ?? null,
    crm: row?.crm ?? '',
    loyaltyType: row?.loyalty_type ?? null,
    goals: row?.goals ?? [],
    isFinished: (row?.finished_at ?? null) !== null,
    isPhoneConfirmed: phone !== '' && phone === known.mainPhone,
  }
}

/** What a body holds of the answers. */
type Given = { [Name in keyof PollAnswers]?: PollAnswers[Name] | undefined }

/** @throws Refusal phone_wrong; invalid_input when it is finished with something left out */
export async function savePoll(ctx: Ctx, given: Given, isFinished: boolean): Promise<Poll> {
  // Two tabs that save different steps at once: the later one starts from what the earlier one has left.
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
