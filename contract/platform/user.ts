/** A user as the calls of several files answer it. */
import { z } from 'zod'
import { Id, LanguageCode, Time } from '../page.ts'

export const User = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  phone: z.string(),
  superuser: z.boolean(),
  lang: LanguageCode,
  createdAt: Time,
})
export type User = z.infer<typeof User>
