/** The partner programme of an agent: the code, the accounts that signed up with it, what they spent. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { TabLinks } from '../../parts/tab-links.tsx'

const TABS = ['information', 'clients', 'spent', 'rewards', 'no-apps'] as const

export function PartnerFrame() {
  const { t } = useTranslation()
  const { domain, isDemoDomain } = useCabinet()
  const tabs = TABS.filter((key) => key !== 'no-apps' || isDemoDomain)
  const tab =
    useRouterState({ select: (state) => TABS.find((one) => state.location.pathname.endsWith(`/partner/${one}`)) }) ??
    'information'
  useBreadcrumbs([{ text: t('shell.menu.partner'), to: `/${domain}/partner` }, { text: t(`partner.tabs.${tab}`) }])
  return (
    <Page>
      <PageHeader key={tab} title={t('shell.menu.partner')} />
      <TabLinks
        label={t('partner.tabs.label')}
        tabs={tabs.map((key) => ({ key, label: t(`partner.tabs.${key}`), path: `/${domain}/partner/${key}` }))}
      />
      <Outlet />
    </Page>
  )
}
