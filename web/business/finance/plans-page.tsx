/**
 * The choice of a tariff: three columns, the current one marked, lower ones disabled with the reason. Also for an
 * account without a tariff.
 */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TariffPlan } from '../../../contract/business/finance.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { askSupport } from '../../base/support.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { ChooseDialog } from './choose-dialog.tsx'
import { useTariff, useTariffs } from './data.ts'
import classes from './finance.module.css'
import { PlanCard } from './plan-card.tsx'

export function PlansPage() {
  const { t } = useTranslation()
  const { id: c, domain, role, tariff } = useCabinet()
  const [read, current] = [useTariffs(c), useTariff(c)]
  const [wanted, setWanted] = useState<TariffPlan | null>(null)
  const [archived, setArchived] = useState<TariffPlan | null>(null)
  const isOwner = role === 'owner'
  useBreadcrumbs([
    { text: t('shell.menu.finances'), ...(tariff && { to: `/${domain}/balance` }) },
    { text: t('plans.title') },
  ])
  const columns = read.data?.filter((plan) => plan.key !== 'demo') ?? []
  const recommended = columns.find((plan) => plan.choice === 'free')?.key
  return (
    <Page>
      <PageHeader
        title={t('plans.title')}
        meta={tariff === null ? t('plans.leadNone') : tariff.isDemo ? t('plans.leadDemo') : t('plans.lead')}
      />
      {!isOwner && <Text>{t('plans.onlyOwner')}</Text>}
      {!read.data && <Unread read={read} className={classes.plans} shapes={[480, 480, 480]} />}
      {read.data && (
        <ul className={classes.plans}>
          {columns.map((plan) => (
            <li key={plan.key}>
              <PlanCard
                plan={plan}
                isPrimary={plan.key === recommended}
                isOwner={isOwner}
                onChoose={() => (plan.choice === 'archived' ? setArchived(plan) : setWanted(plan))}
              />
            </li>
          ))}
        </ul>
      )}
      {current.data && (
        <ChooseDialog plan={wanted} now={current.data} onClose={() => setWanted(null)} onArchived={setArchived} />
      )}
      <ConfirmDialog
        worksWhileLimited
        isOpen={archived !== null}
        onClose={() => setArchived(null)}
        isDangerous={false}
        title={t('plans.archivedTitle', { name: archived ? t(`cabinets.tariffs.${archived.key}`) : '' })}
        confirmLabel={t('plans.support')}
        onConfirm={() => {
          setArchived(null)
          askSupport({ topic: 'money' })
        }}
      >
        <Text>{t('plans.archivedText')}</Text>
      </ConfirmDialog>
    </Page>
  )
}
