/**
 * The rooms of the words: each file `words/<language>/<group>/<room>.json` is a namespace of i18next, and a key begins
 * with its room.
 */
// Forty imports and forty lines that name them would say each room twice.
/* oxlint-disable typescript/consistent-type-imports */
/** What a CRM says in the gallery and in the form that connects it. */
type VendorWords = {
  about: string
  where: string
  /** Of one whose tills call us: where the address is entered there. */
  till: string
  /** Labels of fields of its own, and of the values of a choice. */
  fields: { readonly field: string }
  options: { readonly field: { readonly option: string } }
}

/** The shape of every language; English says which texts there are. */
export type Words = {
  acceptance: typeof import('./en/cards/acceptance.json')
  access: typeof import('./en/platform/access.json')
  actions: typeof import('./en/business/actions.json')
  activity: typeof import('./en/business/activity.json')
  addresses: typeof import('./en/platform/addresses.json')
  cabinets: typeof import('./en/platform/cabinets.json')
  certificates: typeof import('./en/cards/certificates.json')
  clients: typeof import('./en/people/clients.json')
  codes: typeof import('./en/platform/codes.json')
  common: typeof import('./en/common.json')
  dashboard: typeof import('./en/business/dashboard.json')
  emails: typeof import('./en/platform/emails.json')
  bills: typeof import('./en/business/bills.json')
  bot: typeof import('./en/reach/bot.json')
  bulk: typeof import('./en/reach/bulk.json')
  tags: typeof import('./en/people/tags.json')
  events: typeof import('./en/people/events.json')
  exports: typeof import('./en/people/exports.json')
  faults: typeof import('./en/platform/faults.json')
  finance: typeof import('./en/business/finance.json')
  forms: typeof import('./en/people/forms.json')
  growth: typeof import('./en/people/growth.json')
  holders: typeof import('./en/reach/holders.json')
  links: typeof import('./en/people/links.json')
  proof: typeof import('./en/people/proof.json')
  imports: typeof import('./en/people/imports.json')
  integration: typeof import('./en/business/integration.json')
  issuing: typeof import('./en/reach/issuing.json')
  keys: typeof import('./en/platform/keys.json')
  mails: typeof import('./en/platform/mails.json')
  marketplace: typeof import('./en/reach/marketplace.json')
  notices: typeof import('./en/platform/notices.json')
  notifications: typeof import('./en/platform/notifications.json')
  offer: typeof import('./en/platform/offer.json')
  operator: typeof import('./en/business/operator.json')
  pages: typeof import('./en/reach/pages.json')
  papers: typeof import('./en/business/papers.json')
  partner: typeof import('./en/business/partner.json')
  payments: typeof import('./en/business/payments.json')
  phone: typeof import('./en/reach/phone.json')
  plans: typeof import('./en/business/plans.json')
  poll: typeof import('./en/business/poll.json')
  preorders: typeof import('./en/reach/preorders.json')
  pushes: typeof import('./en/reach/pushes.json')
  refusals: typeof import('./en/refusals.json')
  reminders: typeof import('./en/reach/reminders.json')
  segments: typeof import('./en/people/segments.json')
  settings: typeof import('./en/platform/settings.json')
  shell: typeof import('./en/shell.json')
  shares: typeof import('./en/business/shares.json')
  start: typeof import('./en/cards/start.json')
  starters: typeof import('./en/cards/starters.json')
  support: typeof import('./en/platform/support.json')
  templates: typeof import('./en/cards/templates.json')
  triggers: typeof import('./en/reach/triggers.json')
  unsubscribe: typeof import('./en/platform/unsubscribe.json')
  users: typeof import('./en/platform/users.json')
  variables: typeof import('./en/cards/variables.json')
  /** Of each CRM, from the folder of its connector. */
  vendors: { readonly vendor: VendorWords }
  verification: typeof import('./en/people/verification.json')
}

export type Room = keyof Words

/** Before an account is opened: the first load brings them. */
export const FIRST_ROOMS = ['common', 'refusals', 'shell', 'cabinets', 'users'] as const satisfies Room[]

/** What the frame of an account and its overview say. */
export const INSIDE_ROOMS = [
  'codes',
  'dashboard',
  'finance',
  'notifications',
  'partner',
  'poll',
  'settings',
] as const satisfies Room[]

/** Of e-mails and public pages: the server fills them in, a browser never loads them. */
export const SERVER_ROOMS = ['issuing', 'mails', 'notices', 'pages', 'papers', 'bot'] as const satisfies Room[]
