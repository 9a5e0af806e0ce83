import { z } from 'zod'
import { call } from '../call.ts'
import { Nothing, PageQuery } from '../page.ts'
import { FailedJob } from './operated.ts'

const EmulatedService = z.enum(['mail', 'sms', 'telegram', 'apple', 'google'])

/** What the operator asks about the installation itself, not about a business on it. */
export const installationCalls = {
  readEmulated: call('GET', '/operator/emulated', {
    who: 'operator',
    operationId: 'readEmulatedServices',
    summary: 'Get the emulated services',
    description:
      'Returns which external services are emulated by this installation, so that nothing leaves it, and whether ' +
      'their pages (mailbox, SMS inbox, test phones) are served.',
    reply: z.object({
      services: z.array(z.object({ service: EmulatedService, isEmulated: z.boolean() })),
      hasPages: z.boolean(),
    }),
  }),
  openEmulated: call('POST', '/operator/emulated/link', {
    who: 'operator',
    operationId: 'openEmulatedServices',
    summary: 'Open the emulated services',
    description:
      'Creates a link that works once, for two minutes. The browser that opens it may use the mailbox, the SMS inbox ' +
      'and the test phones for twelve hours, or until the session of this call ends.',
    status: 201,
    reply: z.object({ url: z.string() }),
    errors: { nothing_emulated: 409 },
  }),

  listFailedJobs: call('GET', '/operator/jobs', {
    who: 'operator',
    summary: 'List failed jobs',
    description:
      'Returns the background jobs whose last try has failed, newest first. They are kept for 90 days. The data of a ' +
      'job is not included.',
    paged: true,
    query: PageQuery.pick({ page: true, limit: true }),
    reply: z.array(FailedJob),
  }),
  repeatFailedJob: call('POST', '/operator/jobs/{uuid}/repeat', {
    who: 'operator',
    summary: 'Repeat a failed job',
    description: 'Puts a failed job back into its queue, with all its tries.',
    reply: Nothing,
    errors: { job_not_found: 404 },
  }),
  deleteFailedJob: call('DELETE', '/operator/jobs/{uuid}', {
    who: 'operator',
    summary: 'Delete a failed job',
    description: 'Deletes a failed job. What it was to do is not done.',
    reply: Nothing,
    errors: { job_not_found: 404 },
  }),
}
