import { moscowDay } from '../../../contract/time.ts'

/** Whether a person alive today may have been born on this day. */
export const isBirthday = (day: string, now: Date): boolean => day >= '1900-01-01' && day <= moscowDay(now)
