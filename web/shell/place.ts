/** Which pages of an account its owner may see now. Pure. */
import type { Cabinet } from '../../contract/platform/cabinets.ts'

const WITHOUT_TARIFF = ['/balance/tariffs-overview', '/settings/general', '/settings/accesses', '/settings/activity']

/**
 * Where a user is redirected from a page of an account.
 * @param path of the hash, `/coffeelab/partner/clients`
 * @returns a path of the hash, or null to stay
 */
export function sentTo(
  cabinet: Pick<Cabinet, 'domain' | 'tariff' | 'isAgent' | 'isDemoDomain'>,
  path: string,
): string | null {
  const base = `/${cabinet.domain}`
  // While leaving the account its frame is rendered once more.
  if (path !== base && !path.startsWith(`${base}/`)) return null
  const page = path.slice(base.length).replace(/\/$/, '')
  const to = (target: string) => (target === page ? null : base + target)
  if (cabinet.tariff === null && !WITHOUT_TARIFF.includes(page))
    return to(page === '/settings' ? '/settings/general' : '/balance/tariffs-overview')
  if (page === '/partner' || page.startsWith('/partner/')) {
    if (!cabinet.isAgent) return to('/balance/referral')
    if (page === '/partner' || (page === '/partner/no-apps' && !cabinet.isDemoDomain)) return to('/partner/information')
  }
  return null
}
