/** What somebody with a business sees of an outside world that is emulated: the test phones. */
import { z } from 'zod'
import { call } from '../call.ts'

export const emulatedWorld = {
  readEmulatedParts: call('GET', '/user/outside', {
    who: 'user',
    beforeOffer: true,
    operationId: 'readEmulatedParts',
    summary: 'Get what is emulated',
    description:
      'Returns whether this installation emulates email and phone wallets and serves their pages, so that emails ' +
      'reach no real mailbox and cards can be tried on test phones.',
    reply: z.object({ mail: z.boolean(), phones: z.boolean() }),
  }),
  openPhones: call('POST', '/applications/{c}/phones/link', {
    who: 'member',
    whileLimited: true,
    operationId: 'openTestPhones',
    summary: 'Open the test phones',
    description:
      'Creates a link that works once, for two minutes. The browser that opens it may use the test phones for twelve ' +
      'hours, or until the session of this call ends. It opens neither the mailbox nor the SMS inbox.',
    status: 201,
    reply: z.object({ url: z.string() }),
    errors: { nothing_emulated: 409 },
  }),
}
