import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { hasModules } from './access.ts'

/** Below Base everything is visible and nothing can be switched on. */
export function LockedBanner() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  if (hasModules(cabinet)) return null
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
