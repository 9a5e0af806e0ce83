/** Texts of the API document about the whole API and its groups. */
import type { ALL_ROOMS } from './all.ts'

const DESCRIPTION = `
Cards for Apple Wallet and Google Wallet, the clients who hold them and the messages they receive.

Call with a session token or an API key in the header \`Authorization: Bearer …\`. A key can make the calls that name a
scope, and only for the business that it belongs to.

- The number \`c\` in a path is the number of the business; the page "API keys" shows it.
- Times are in UTC (ISO 8601). Where a call counts by the day, the day is in Moscow time.
- Amounts are integers in the smallest currency unit: 1250 is 12.50. Discounts are in hundredths of a percent.
- A call that saves something keeps the saved value of every field that is left out, so a field that is added to the
  API later does not break older programs. \`null\` and empty texts are values.
- A field that a call does not declare is refused with its name (\`unknown_key\`), not dropped. What a GET returns
  beside the fields of an update is left out when it is saved.
- A \`version\` is sent back as it was read. If someone else has saved in between, the call is refused.
- What cannot be found and what the caller may not see are refused alike, with status 404.
- Calls with keys are limited by the plan. Status 429 names the seconds to wait in \`Retry-After\`.
`.trim()

export const API_INFO = {
  title: 'Kartoteka API',
  description: DESCRIPTION,
  contact: { name: 'The operator of this installation' },
  license: { name: 'Proprietary' },
} as const

export const API_TAGS: Readonly<Record<keyof typeof ALL_ROOMS, { name: string; description: string }>> = {
  users: { name: 'Users', description: 'Signing up, logging in, sessions and the profile of the user.' },
  cabinets: { name: 'Businesses', description: 'Businesses of the user and their general settings.' },
  codes: { name: 'Phone codes', description: 'Proving a phone number with a code sent by SMS.' },
  poll: { name: 'Questionnaire', description: 'Questions that a new business answers.' },
  emails: { name: 'Emails', description: 'The sender of the emails that a business sends.' },
  access: { name: 'Access', description: 'People with access to a business, and invitations.' },
  keys: { name: 'API keys', description: 'Keys for programs and how much they are used.' },
  notifications: { name: 'Notifications', description: 'What happened in a business, on its pages and by email.' },
  certificates: {
    name: 'Certificates',
    description: 'What Apple and Google require before they accept the cards of a business.',
  },
  issuers: { name: 'Google Wallet issuers', description: 'Who makes the Google Wallet cards of a business.' },
  variables: { name: 'Variables', description: 'Fields of a business whose values differ from client to client.' },
  templates: { name: 'Card templates', description: 'The designs from which cards are issued.' },
  forms: { name: 'Forms', description: 'Public forms in which clients get their cards.' },
  marketplace: { name: 'Marketplace', description: 'Modules that a business can turn on, with their promo codes.' },
  preorders: { name: 'Preorders', description: 'Cards that come later, because no cards can be given yet.' },
  issuing: { name: 'Issuing', description: 'The public page on which a card is issued.' },
  clients: { name: 'Clients', description: 'People who hold a card, their balances and messages.' },
  exports: { name: 'Exports', description: 'Clients in a CSV file.' },
  imports: { name: 'Imports', description: 'Clients from a CSV or XLSX file: checked, imported and taken back.' },
  segments: { name: 'Segments', description: 'Groups of clients that match conditions.' },
  pushes: { name: 'Pushes', description: 'Messages on cards, sent immediately or shown near a place or a beacon.' },
  places: { name: 'Places', description: 'Places that a business keeps for its geo pushes.' },
  integration: { name: 'CRM integration', description: 'Exchanging clients with a CRM.' },
  triggers: { name: 'Triggers', description: 'Rules that send a push or change cards automatically.' },
  partner: { name: 'Partner programme', description: 'Referral codes and the businesses that signed up with them.' },
  finance: { name: 'Billing', description: 'Plans, the balance and its transactions.' },
  payments: { name: 'Payments', description: 'Topping up the balance by card.' },
  bills: { name: 'Bills and acts', description: 'Bills for bank transfers, and acts of what was spent in a month.' },
  payouts: { name: 'Partner payouts', description: 'What agents were paid, with a statement.' },
  activity: { name: 'Activity', description: 'Who has changed what in a business, and when.' },
  support: { name: 'Support', description: "The user's conversations with support." },
  faults: { name: 'Error reports', description: 'Errors on pages, reported by browsers.' },
  operator: { name: 'Operation', description: 'For the people who run the installation.' },
  verification: { name: 'SMS', description: 'SMS that a business sends through its own provider.' },
}
