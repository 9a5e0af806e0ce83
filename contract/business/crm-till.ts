/** The address that the tills of a system call: they ask for cards, and send what was paid with them. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Time } from '../page.ts'
import { NONE } from './crm-meeting.ts'

export const CrmTill = z.object({
  /** Entered in the till. Anybody who knows it can look cards up, and give and take points. */
  address: z.string(),
  /** To the minute; null: no till has called yet. */
  lastCallAt: Time.nullable(),
})
export type CrmTill = z.infer<typeof CrmTill>

export const tillCalls = {
  readCrmTill: call('GET', '/applications/{c}/integration/till', {
    who: 'member',
    right: 'crm',
    summary: 'Get the address for tills',
    description:
      'Returns the address that the tills of the connected CRM call, and when one called last. null: no CRM is ' +
      'connected, or its tills call nobody.',
    reply: CrmTill.nullable(),
  }),
  renewTillKey: call('POST', '/applications/{c}/integration/till/key', {
    who: 'member',
    right: 'crm',
    operationId: 'renewCrmTillKey',
    summary: 'Change the address for tills',
    description:
      'Makes another address. Tills that call the old one are refused from now on, so enter the new one there.',
    reply: CrmTill.nullable(),
    errors: NONE,
  }),
}
