/** What the owner has not allowed the user stays on the page, with whom to ask. The server refuses it anyway. */
import { useTranslation } from 'react-i18next'
import type { MemberRight } from '../../contract/limits.ts'
import { useCabinet, useHasRight } from '../base/cabinet.tsx'
import { LinkAnchor } from './link.tsx'
import type { MoreItem } from './page.tsx'
import { StatusBanner } from './status.tsx'

/** Locks an item of a menu for a user without the right. */
export function useGuard(right: MemberRight): (item: MoreItem) => MoreItem {
  const { t } = useTranslation()
  const hasRight = useHasRight(right)
  return (item) => (hasRight ? item : { ...item, lockedBecause: t('common.rights.ask') })
}

/** Above a page that such a user may only read. */
export function RightBanner() {
  const { t } = useTranslation()
  return (
    <StatusBanner tone="info" action={<TeamLink />}>
      {t('common.rights.viewOnly')}
    </StatusBanner>
  )
}

/** To the page that shows who the owner is. */
export function TeamLink() {
  const { t } = useTranslation()
  return (
    <LinkAnchor to="/$cabinetDomain/settings/accesses" params={{ cabinetDomain: useCabinet().domain }} fw={500}>
      {t('common.rights.team')}
    </LinkAnchor>
  )
}
