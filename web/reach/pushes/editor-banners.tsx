import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkButton, PathLink } from '../../parts/link.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'

type EditorBannersProps = { areCardsActive: boolean; needsHigherPlan: boolean; isBotMissing: boolean }

/** What prevents sending any push: no certificate yet, a plan without beacons, or no bot. */
export function EditorBanners({ areCardsActive, needsHigherPlan, isBotMissing }: EditorBannersProps) {
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
      {isBotMissing && (
        <StatusBanner
          tone="warning"
          action={
            <PathLink to={`/${cabinet.domain}/marketplace/telegram`} fw={500} underline="always">
              {t('pushes.noBot.link')}
            </PathLink>
          }
        >
          {t('pushes.noBot.text')}
        </StatusBanner>
      )}
      {needsHigherPlan && <PlanBanner state="locked" text={t('refusals.codes.beacon_needs_expert')} />}
    </>
  )
}
