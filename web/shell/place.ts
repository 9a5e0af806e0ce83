/** Which pages of an account its owner may see now. Pure. */
import type { Cabinet } from '../../contract/platform/cabinets.ts'

const WITHOUT_TARIFF = ['/balance/tariffs-overview', '/settings/general', '/settings/accesses']

/**
 * Where somebody is sent who opens a page of an account.
 * @param path of the hash, `/coffeelab/partner/clients`
 * @returns a path of the hash, or null when he may stay
 */
export function sentTo(
  cabinet: Pick<Cabinet, 'domain' | 'tariff' | 'isAgent' | 'isDemoDomain'>,
  path: string,
): string | null {
  const base = `/${cabinet.domain}`
  // On the way out of the account its frame still stands for a moment.
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
