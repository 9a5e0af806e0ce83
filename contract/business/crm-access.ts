/** Entering a CRM by its owner's consent, and what it tells us afterwards. */
import { z } from 'zod'
import { call } from '../call.ts'
import { hookCalls } from './crm-hooks.ts'
import { CHECKED, NO_DEMO } from './crm-meeting.ts'

/** How long a consent may take from the button to the way back. */
export const CONSENT_MINUTES = 15

/**
 * `none`: it is not entered by consent · `own`: with an application that the owner has registered at the vendor ·
 * `ready`: with the application of this installation.
 */
export const CONSENTS = ['none', 'own', 'ready'] as const

export const accessCalls = {
  ...hookCalls,
  beginConsent: call('POST', '/applications/{c}/integration/consent', {
    who: 'member',
    right: 'crm',
    operationId: 'beginCrmConsent',
    summary: 'Begin to connect a CRM by consent',
    description:
      'Returns the address of the page on which the CRM asks for consent. It leads back to `/integration/{crmName}`, ' +
      `within ${CONSENT_MINUTES} minutes. Nothing changes before.`,
    body: z.object({
      type: z.string().trim().min(1).max(40),
      settings: z.record(z.string().max(40), z.string().max(500)),
    }),
    reply: z.object({ url: z.string() }),
    errors: {
      ...NO_DEMO,
      crm_type_unknown: 422,
      integration_exists: 409,
      crm_being_removed: 409,
      consent_not_offered: 409,
    },
  }),
  finishConsent: call('POST', '/integration/consent', {
    who: 'user',
    operationId: 'finishCrmConsent',
    summary: 'Finish connecting a CRM by consent',
    description:
      'Takes what the CRM has sent along on the way back, once, from the user who began. Stores the connection; an ' +
      'earlier one of the same CRM goes on.',
    body: z.object({
      type: z.string().trim().min(1).max(40),
      /** The query of the address that it led back to, as it came: `state=…&code=…`. */
      query: z.string().max(8000),
    }),
    reply: z.object({ domain: z.string(), type: z.string(), title: z.string(), isRunning: z.boolean() }),
    errors: {
      ...NO_DEMO,
      ...CHECKED,
      consent_invalid: 422,
      consent_expired: 410,
      consent_denied: 422,
      consent_not_offered: 409,
      integration_exists: 409,
      crm_being_removed: 409,
    },
  }),
}
