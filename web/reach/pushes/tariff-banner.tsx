import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'

/** What the tariff lacks, with the way to the tariffs. */
export function TariffBanner({ text }: { text: string }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <StatusBanner
      tone="info"
      action={
        <LinkButton size="xs" variant="default" to="/$cabinetDomain/balance/tariffs" params={{ cabinetDomain: domain }}>
          {t('pushes.points.tariffs')}
        </LinkButton>
      }
    >
      {text}
    </StatusBanner>
  )
}
