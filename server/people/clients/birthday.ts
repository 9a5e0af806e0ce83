import { moscowDay } from '../../../contract/time.ts'

/** A day on which somebody alive may have been born. */
export const isBirthday = (day: string, now: Date): boolean => day >= '1900-01-01' && day <= moscowDay(now)
