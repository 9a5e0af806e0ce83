import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { RightBanner } from '../../parts/member-rights.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { hasModules, mayChangeModules } from './access.ts'

/** Below Base, and without the right, everything is visible and nothing can be switched on. */
export function LockedBanner() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  if (mayChangeModules(cabinet)) return null
  if (hasModules(cabinet)) return <RightBanner />
  return <PlanBanner state="locked" text={t('marketplace.locked')} />
}
