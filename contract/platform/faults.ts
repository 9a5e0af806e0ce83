import { z } from 'zod'
import { call } from '../call.ts'
import { Nothing } from '../page.ts'

/** An error on a page of the cabinet. Texts may be truncated. */
export const Fault = z.object({
  message: z.string().trim().min(1).max(500),
  /** As the browser reports it; may be empty. */
  stack: z.string().max(8000),
  /** Path of the page without its query: `/coffee-lab/clients`. */
  page: z.string().max(300),
  /** Release that the browser runs. */
  version: z.string().max(20),
})
export type Fault = z.infer<typeof Fault>

export const faults = {
  reportFault: call('POST', '/faults', {
    who: 'nobody',
    operationId: 'reportPageError',
    summary: 'Report a page error',
    description: 'Reports an error on a page in a browser. It is written to the log of the installation.',
    body: Fault,
    reply: Nothing,
    errors: {},
  }),
}
