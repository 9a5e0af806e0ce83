import { expect, test } from 'vitest'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { sentTo } from './place.ts'

const plain = { domain: 'tea-house', tariff: {} as Cabinet['tariff'], isAgent: false, isDemoDomain: false }
const bare = { ...plain, tariff: null }
const agent = { ...plain, isAgent: true }

test.each([
  ['a member stays', plain, '/clients/17', null],
  ['a member stays on the overview', plain, '', null],
  ['no tariff: the overview waits', bare, '', '/balance/tariffs-overview'],
  ['no tariff: every section waits', bare, '/cards/create', '/balance/tariffs-overview'],
  ['no tariff: the other finances wait too', bare, '/balance/tariffs', '/balance/tariffs-overview'],
  ['no tariff: the choice is open', bare, '/balance/tariffs-overview', null],
  ['no tariff: general settings are open', bare, '/settings/general', null],
  ['no tariff: accesses are open', bare, '/settings/accesses', null],
  ['no tariff: the list of settings leads to what is open', bare, '/settings', '/settings/general'],
  ['no tariff: other settings wait', bare, '/settings/variables', '/balance/tariffs-overview'],
  ['no agent, no partner section', plain, '/partner/clients', '/balance/referral'],
  ['no agent, no partner section, with a slash at the end', plain, '/partner/', '/balance/referral'],
  ['an agent begins with the information', agent, '/partner', '/partner/information'],
  ['an agent stays', agent, '/partner/clients', null],
  ['only the demo sees people without an account', agent, '/partner/no-apps', '/partner/information'],
  ['the demo sees them', { ...agent, isDemoDomain: true }, '/partner/no-apps', null],
  ['a word that only begins alike is another page', plain, '/partners', null],
  ['no tariff: what is outside of the account is none of its business', bare, '-2/cards', null],
])('%s', (_, cabinet, page, wanted) => {
  expect(sentTo(cabinet, `/tea-house${page}`)).toBe(wanted && `/tea-house${wanted}`)
})
