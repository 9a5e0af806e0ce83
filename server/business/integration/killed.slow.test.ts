import { proveCrmSurvives } from '../../../test/crm-crash.ts'

/** Smaller on a busy machine: `CRASH_PURCHASES=1000 CRASH_GUESTS=1500`. */
const size = (name: string, usual: number) => Number(process.env[name] ?? usual)

proveCrmSurvives({
  purchases: size('CRASH_PURCHASES', 3_000),
  guests: size('CRASH_GUESTS', 10_500),
  kills: size('CRASH_KILLS', 20),
})
