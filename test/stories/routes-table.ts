/** Every route, and where each kind of visitor lands when he opens it. */

export const ROLES = ['out', 'bare', 'member', 'agent'] as const
export type Role = (typeof ROLES)[number]
/** Where somebody lands: a path after all redirects and a text of its first heading or its title. */
export type Landing = readonly [path: string, text: string]

const login: Landing = ['/login', 'Log in']
const accounts: Landing = ['/select_application', 'Your businesses']
const tariffs: Landing = ['/{d}/balance/tariffs-overview', 'Choose a plan']
const referral: Landing = ['/{d}/balance/referral', 'Referral programme']

export type Line = readonly [path: string, landings: Readonly<Record<Role, Landing>>]
/** The same for everybody who is signed in. */
const page = (path: string, text: string, out: Landing = login): Line => [
  path,
  { out, bare: [path, text], member: [path, text], agent: [path, text] },
]
/** In a cabinet: closed without a login and without a tariff. */
const inside = (path: string, text: string, landing = path, change: Partial<Record<Role, Landing>> = {}): Line => [
  `/{d}${path}`,
  { out: login, bare: tariffs, member: [`/{d}${landing}`, text], agent: [`/{d}${landing}`, text], ...change },
]
/** Only for people who are logged out. */
const gate = (path: string, text: string): Line => [
  path,
  { out: [path, text], bare: accounts, member: accounts, agent: accounts },
]
/** Open to all, with a login or without. */
const open = (path: string, text: string): Line => page(path, text, [path, text])
const stays = (path: string, text: string) => ({ bare: [`/{d}${path}`, text] }) satisfies Partial<Record<Role, Landing>>
/** Only for agents; others are sent to the referral programme. */
const ofAgents = (path: string, text: string, landing = path): Line => inside(path, text, landing, { member: referral })

/** `{d}`, `{template}` and so on are filled in for the account of the role. */
export const ROUTES: readonly Line[] = [
  ['/', { out: login, bare: accounts, member: accounts, agent: accounts }],
  open('/register/verify/0123456789', 'This link is no longer valid'),
  open('/invite?email=anna%40people.example', 'This invitation is no longer valid'),
  gate('/login', 'Log in'),
  gate('/signup', 'Create account'),
  gate('/reset?queryEmail=anna%40people.example', 'Reset your password'),
  page('/create_application', 'Add business'),
  page('/select_application?verifyEmailStatus=ok', 'Your businesses'),
  page('/invites_application', 'Invitations'),
  page('/offer', 'Agreement'),
  inside('', 'Overview'),
  inside('/cards', 'Cards'),
  inside('/cards/create', 'New card'),
  inside('/start', 'Here is your form'),
  inside('/cards/{template}', 'Coffee card'),
  inside('/notifications', 'Notifications'),
  inside('/form', 'Forms'),
  inside('/form/{form}', 'Main form'),
  inside('/form/{form}/links', 'Links and posters'),
  inside('/pushes', 'Push messages'),
  inside('/pushes/create', 'New push message'),
  inside('/pushes/{push}', 'Friday'),
  inside('/acceptance', 'Accepting cards'),
  inside('/triggers', 'Triggers'),
  inside('/triggers/5', 'Triggers'),
  inside('/segments', 'Segments'),
  inside('/segments/5', 'Segments'),
  inside('/clients', 'Clients'),
  inside('/clients/chart', 'Clients'),
  inside('/clients/import', 'Import clients'),
  inside('/clients/import/5', 'Import clients'),
  inside('/clients/{client}', 'Guest One'),
  inside('/integration', 'Integration'),
  open('/integration/iiko?code=1', 'Back from iiko'),
  inside('/balance/tariffs-overview', 'Choose a plan'),
  inside('/balance', 'Plan', '/balance/tariffs'),
  inside('/balance/tariffs', 'Plan'),
  inside('/balance/offer', 'Agreement'),
  inside('/balance/transactions', 'Transactions'),
  inside('/balance/payments', 'Payments and acts'),
  inside('/balance/referral', 'Referral programme'),
  ofAgents('/partner', 'Information', '/partner/information'),
  ofAgents('/partner/information', 'Information'),
  ofAgents('/partner/clients', 'Businesses'),
  ofAgents('/partner/spent', 'Spending'),
  ofAgents('/partner/rewards', 'Rewards'),
  ofAgents('/partner/no-apps', 'No business yet'),
  inside('/settings', 'General', '/settings/general', stays('/settings/general', 'General')),
  inside('/settings/general', 'General', undefined, stays('/settings/general', 'General')),
  inside('/settings/accesses', 'Team', undefined, stays('/settings/accesses', 'Team')),
  inside('/settings/activity', 'Activity', undefined, stays('/settings/activity', 'Activity')),
  inside('/settings/certificates', 'Certificates'),
  inside('/settings/sms', 'SMS'),
  inside('/settings/email', 'Email'),
  inside('/settings/api', 'API'),
  inside('/settings/variables', 'Variables'),
  inside('/coalition', 'Coalition'),
  inside('/marketplace', 'Marketplace'),
  inside('/marketplace/welcome', 'Welcome promo codes'),
  inside('/marketplace/7', 'Marketplace'),
  open('/email/unsubscribe/abc', 'This link doesn’t work'),
  open('/email/undo/abc', 'This link is no longer valid'),
  page('/email/change/abc', 'This link is no longer valid'),
  inside('/nothing/here', 'Page not found'),
  page('/nobodys-shop', 'Page not found'),
]

/** What the guard of a cabinet does with most routes, by role; `agent` is let in like a member. */
const isUsual = (role: Role, landings: Readonly<Record<Role, Landing>>) =>
  landings[role] === { out: login, bare: tariffs, member: null, agent: null }[role] ||
  (role === 'agent' && landings.agent.join(' ') === landings.member.join(' '))

const SAMPLE_OF_USUAL = 6

/** Every route as a member; as the others those that differ from the usual, and a sample of the usual. */
export const sampleOfRoutes = (role: Role): readonly Line[] =>
  ROUTES.filter(([, landings], place) => !isUsual(role, landings) || place % SAMPLE_OF_USUAL === 0)
