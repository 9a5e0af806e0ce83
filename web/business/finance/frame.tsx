/** Above every tab of billing: the balance, and how long it lasts. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff } from '../../../contract/business/finance.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { LinkButton } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { TabLinks } from '../../parts/tab-links.tsx'
import { useTariff } from './data.ts'
import { sum } from './price.ts'

const TABS = ['tariffs', 'offer', 'transactions', 'payments', 'referral'] as const

export function FinanceFrame() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { data, isPending } = useTariff(c)
  const tab = useRouterState({
    select: (state) => TABS.find((one) => state.location.pathname.endsWith(`/balance/${one}`)),
  })
  useBreadcrumbs([
    { text: t('shell.menu.finances'), to: `/${domain}/balance` },
    { text: t(`finance.tabs.${tab ?? 'tariffs'}`) },
  ])
  return (
    <Page>
      {/* A tab is a page: its heading is announced to screen readers. */}
      <PageHeader
        key={tab}
        title={t('shell.menu.finances')}
        meta={data ? <Balance now={data} /> : isPending && <Loading shapes={[{ h: 16, w: 240 }]} />}
        secondary={
          <LinkButton
            variant="default"
            to="/$cabinetDomain/balance/tariffs-overview"
            params={{ cabinetDomain: domain }}
          >
            {t('finance.compare')}
          </LinkButton>
        }
      />
      <TabLinks
        label={t('finance.tabs.label')}
        tabs={TABS.map((key) => ({ key, label: t(`finance.tabs.${key}`), path: `/${domain}/balance/${key}` }))}
      />
      <Outlet />
    </Page>
  )
}

function Balance({ now }: { now: CurrentTariff }) {
  const { t } = useTranslation()
  const show = useShow()
  const until =
    now.key === 'demo' && now.demoUntil !== null
      ? now.isLimited
        ? t('finance.demoOver')
        : t('finance.demoUntil', { date: show.date(now.demoUntil) })
      : now.paidUntil !== null
        ? t('finance.paidUntil', { date: show.date(now.paidUntil) })
        : undefined
  return (
    <span className="k-number">
      {[t('finance.balance', { amount: sum(now.balanceMinor) }), until].filter(Boolean).join(' · ')}
    </span>
  )
}
