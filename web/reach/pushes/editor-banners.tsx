import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'

type EditorBannersProps = { areCardsActive: boolean; needsHigherPlan: boolean }

/** What prevents sending any push: no certificate yet, or a plan without beacons. */
export function EditorBanners({ areCardsActive, needsHigherPlan }: EditorBannersProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  return (
    <>
      {!areCardsActive && (
        <StatusBanner
          tone="warning"
          action={
            <LinkButton
              size="xs"
              variant="default"
              to="/$cabinetDomain/settings/certificates"
              params={{ cabinetDomain: cabinet.domain }}
            >
              {t('pushes.notActive.link')}
            </LinkButton>
          }
        >
          <strong>{t('pushes.notActive.title')}.</strong> {t('pushes.notActive.text')}
        </StatusBanner>
      )}
      {needsHigherPlan && <PlanBanner state="locked" text={t('refusals.codes.beacon_needs_expert')} />}
    </>
  )
}
