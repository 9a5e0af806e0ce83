import { IconChartLine } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link.tsx'

/** Zeros in every place would say that it does not work. */
export default function NoFigures({ domain }: { domain: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconChartLine size={40} stroke={1.5} />}
      title={t('dashboard.overview.emptyTitle')}
      text={t('dashboard.overview.empty')}
      action={
        <LinkButton variant="default" to="/$cabinetDomain/form" params={{ cabinetDomain: domain }}>
          {t('dashboard.overview.emptyAction')}
        </LinkButton>
      }
    />
  )
}
