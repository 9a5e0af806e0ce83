import { MEETING_RULES } from '../../../contract/business/crm-meeting.ts'
import { proveMeetingSurvives } from '../../../test/crm-meeting-crash.ts'

/** `MEETING_CLIENTS=10000 MEETING_RULES=larger` for the whole proof of one rule. */
const wanted = process.env.MEETING_RULES?.split(',') ?? MEETING_RULES

proveMeetingSurvives({
  clients: Number(process.env.MEETING_CLIENTS ?? 600),
  kills: Number(process.env.MEETING_KILLS ?? 20),
  rules: MEETING_RULES.filter((rule) => wanted.includes(rule)),
})
