import { z } from 'zod'
import { Time } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'

/** The reminder that a client has got to put the card into a wallet. `unsure`: the SMS may have left. */
export const ClientReminder = z.object({
  at: Time,
  channel: storedKind(['email', 'sms']),
  state: storedState(['sending', 'sent', 'unsure', 'failed'], 'unsure'),
})
export type ClientReminder = z.infer<typeof ClientReminder>
