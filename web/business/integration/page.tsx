/** The CRM of the account: choose and connect one, or see the state of the connected one. */
import { Button } from '@mantine/core'
import { IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '../../../contract/business/integration.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loading } from '../../parts/loading.tsx'
import { RightBanner, TeamLink } from '../../parts/member-rights.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { Configured } from './configured.tsx'
import { useIntegration } from './data.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { Gallery } from './gallery.tsx'
import { Steps } from './steps.tsx'
import { Wizard } from './wizard.tsx'

export const INTEGRATION_TONES: Readonly<Record<Integration['status'], Tone>> = {
  noCrm: 'neutral',
  deactivated: 'neutral',
  noActive: 'warning',
  active: 'success',
}

export function IntegrationPage() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useIntegration(c)
  useBreadcrumbs([{ text: t('shell.menu.integration') }])
  if (read.data) return <Loaded integration={read.data} />
  return (
    <Page>
      <PageHeader title={t('shell.menu.integration')} meta={t('integration.lead')} />
      {read.isError ? (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      ) : (
        <Loading shapes={[{ h: 36, w: 280 }, 320]} />
      )}
    </Page>
  )
}

const Relink = lazy(() => import('./relink.tsx').then((file) => ({ default: file.Relink })))

function Loaded({ integration }: { integration: Integration }) {
  const { t } = useTranslation()
  const mayManage = useHasRight('crm')
  const navigate = useNavigate()
  const { crm, who } = useSearch({ strict: false }) as { crm?: string; who?: string }
  const [isDeleting, setIsDeleting] = useState(false)
  const { current, status } = integration
  // The connected one can be changed; it must be deleted before another one is connected.
  const wanted =
    mayManage && crm !== undefined && (current === null || current.type === crm) && !integration.isOnDemo
      ? integration.systems.find((one) => one.name === crm)
      : undefined
  const system = current ? integration.systems.find((one) => one.name === current.type) : undefined
  const go = (name?: string) => void navigate({ to: '.', search: (name ? { crm: name } : {}) as never })
  return (
    <Page>
      <PageHeader
        title={current ? t('integration.titleOf', { name: current.title }) : t('shell.menu.integration')}
        meta={t('integration.lead')}
        {...(current && {
          badge: <StatusBadge tone={INTEGRATION_TONES[status]}>{t(`integration.status.${status}`)}</StatusBadge>,
        })}
        {...(current &&
          !wanted &&
          mayManage && {
            secondary: (
              <Button variant="default" onClick={() => go(current.type)}>
                {t('integration.change')}
              </Button>
            ),
            more: [
              {
                label: t('integration.remove.submit'),
                icon: <IconTrash size={16} aria-hidden="true" />,
                isDangerous: true,
                onClick: () => setIsDeleting(true),
              },
            ],
          })}
      />
      {integration.isOnDemo && <PlanBanner state="full" text={t('refusals.codes.integration_not_on_demo')} />}
      {!mayManage && current && <RightBanner />}
      {!mayManage && !current && (
        <EmptyState
          icon={<IconPlugConnected size={40} stroke={1.5} />}
          title={t('integration.status.noCrm')}
          text={t('refusals.codes.right_missing')}
          action={<TeamLink />}
        />
      )}
      {wanted && <Wizard key={wanted.name} integration={integration} system={wanted} onLeave={() => go()} />}
      {!wanted && current && system && (
        <Configured
          key={current.version}
          integration={integration}
          current={current}
          system={system}
          onChangeAccess={() => go(current.type)}
        />
      )}
      {!wanted && !current && mayManage && (
        <>
          <Steps now="choose" />
          <Gallery integration={integration} onChoose={go} />
        </>
      )}
      {who && mayManage && status === 'active' && current?.isBegun && (
        <Suspense>
          <Relink id={who} name={current.title} />
        </Suspense>
      )}
      {isDeleting && current && <DeleteDialog name={current.title} onClose={() => setIsDeleting(false)} />}
    </Page>
  )
}
