import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { RightBanner } from '../../parts/member-rights.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { hasModules, mayChangeModules } from './access.ts'

/** Below Base, and without the right, everything is visible and nothing can be switched on. */
export function LockedBanner() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  if (mayChangeModules(cabinet)) return null
  if (hasModules(cabinet)) return <RightBanner />
  return (
    <StatusBanner
      tone="info"
      action={
        <LinkAnchor to="/$cabinetDomain/balance/tariffs-overview" params={{ cabinetDomain: cabinet.domain }} fw={600}>
          {t('marketplace.compare')}
        </LinkAnchor>
      }
    >
      {t('marketplace.locked')}
    </StatusBanner>
  )
}
