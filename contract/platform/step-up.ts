/** For calls that require the password unless it was given in the last ten minutes. */
import { z } from 'zod'

export const PasswordAgain = z.string().max(200).optional()
export const STEP_UP = { password_needed: 403, too_many_tries: 429 } as const
