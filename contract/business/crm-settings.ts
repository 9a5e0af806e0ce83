/** What the form that connects a CRM is made of. */
export const CRM_FIELD_KINDS = ['text', 'secret', 'url', 'choice', 'flag'] as const
export type CrmFieldKind = (typeof CRM_FIELD_KINDS)[number]
/** Labels that settings of several CRMs share; a CRM has words of its own for the others. */
export const CRM_FIELD_LABELS = [
  'address',
  'login',
  'password',
  'passwordOrKey',
  'apiLogin',
  'signingSecret',
  'organization',
  'program',
  'wallet',
  'inquiry',
  'certificate',
  'privateNetwork',
  'accessToken',
  'applicationId',
  'applicationSecret',
] as const
export type CrmFieldLabel = (typeof CRM_FIELD_LABELS)[number]
