/** One cabinet: its details, who works in it, its latest actions, and what the operator may do. */
import { Anchor, Button } from '@mantine/core'
import { IconCoin, IconPhoto, IconTags, IconUserStar } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operator } from '../../../contract/business/operator.ts'
import type { OpenedOperatedCabinet } from '../../../contract/business/operated.ts'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { BalanceDialog } from './balance-dialog.tsx'
import { DemoDialog, TariffDialog } from './cabinet-dialogs.tsx'
import { TariffBadge } from './cabinets.tsx'
import { useCabinetAction, useOperatedCabinet } from './data.ts'
import { FormLookDialog } from './form-look-dialog.tsx'
import { Block, Facts, UnreadRow } from './facts.tsx'
import classes from './operator.module.css'
import { AuditLogRows } from './audit-log-rows.tsx'

/** Below the facts, and a table: it comes behind the page. */
const CabinetPayments = lazy(() => import('./cabinet-payments.tsx').then((file) => ({ default: file.CabinetPayments })))

export function CabinetPage() {
  const { t } = useTranslation()
  const { cabinet: id = '' } = useParams({ strict: false })
  const read = useOperatedCabinet(id)
  useBreadcrumbs([
    { text: t('operator.label'), to: '/operator' },
    { text: t('operator.sections.cabinets'), to: '/operator/cabinets' },
    ...crumbOf(read, read.data?.name),
  ])
  if (read.data) return <OpenedCabinet key={id} cabinet={read.data} />
  return <UnreadRow title={t('operator.sections.cabinets')} read={read} />
}

type CabinetProps = { cabinet: OpenedOperatedCabinet }

function OpenedCabinet({ cabinet }: CabinetProps) {
  const { t } = useTranslation()
  const [action, setAction] = useState<'demo' | 'tariff' | 'balance' | 'look' | null>(null)
  const { id } = cabinet
  const agent = useCabinetAction(operator.setAgent, id, t('operator.cabinet.saved'))
  const close = () => setAction(null)
  return (
    <Page>
      <PageHeader
        title={cabinet.name}
        badge={
          <>
            <TariffBadge cabinet={cabinet} />
            {cabinet.isAgent && <StatusBadge tone="info">{t('operator.cabinet.agent')}</StatusBadge>}
          </>
        }
        meta={cabinet.domain}
        {...(cabinet.tariff === 'demo' && {
          primary: <Button onClick={() => setAction('demo')}>{t('operator.cabinet.extendDemo')}</Button>,
        })}
        secondary={
          <Button
            variant="default"
            leftSection={<IconTags size={16} aria-hidden="true" />}
            onClick={() => setAction('tariff')}
          >
            {t('operator.cabinet.setTariff')}
          </Button>
        }
        more={[
          {
            label: t('operator.cabinet.correct'),
            icon: <IconCoin size={16} aria-hidden="true" />,
            onClick: () => setAction('balance'),
          },
          {
            label: t('operator.look.open'),
            icon: <IconPhoto size={16} aria-hidden="true" />,
            onClick: () => setAction('look'),
          },
          {
            label: cabinet.isAgent ? t('operator.cabinet.unmarkAgent') : t('operator.cabinet.markAgent'),
            icon: <IconUserStar size={16} aria-hidden="true" />,
            onClick: () => agent.run({ params: { cabinet: id }, body: { isAgent: !cabinet.isAgent } }),
          },
        ]}
      />
      <FactsBlock cabinet={cabinet} />
      <PeopleBlock cabinet={cabinet} />
      <Suspense fallback={<Loading shapes={[160]} />}>
        <CabinetPayments cabinet={cabinet} />
      </Suspense>
      <Block title={t('operator.cabinet.auditLog')}>
        <AuditLogRows rows={cabinet.trail} isInCabinet />
        {cabinet.trail.length > 0 && (
          <div>
            <Anchor href={`#/operator/log?cabinet=${cabinet.id}`}>{t('operator.cabinet.wholeAuditLog')}</Anchor>
          </div>
        )}
      </Block>
      {action === 'demo' && <DemoDialog cabinet={cabinet} onClose={close} />}
      {action === 'tariff' && <TariffDialog cabinet={cabinet} onClose={close} />}
      {action === 'look' && <FormLookDialog cabinet={cabinet} onClose={close} />}
      {action === 'balance' && <BalanceDialog cabinet={cabinet} onClose={close} />}
    </Page>
  )
}

function FactsBlock({ cabinet }: CabinetProps) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Block title={t('operator.cabinet.facts')}>
      <Facts
        facts={[
          [
            t('operator.cabinets.owner'),
            cabinet.owner ? (
              <PathLink key="owner" to={`/operator/users/${cabinet.owner.id}`}>
                {cabinet.owner.email}
              </PathLink>
            ) : (
              '–'
            ),
          ],
          [t('operator.cabinets.balance'), show.money(cabinet.balanceMinor)],
          [
            t('operator.cabinets.cards'),
            t('operator.cabinet.cardsOf', {
              used: show.number(cabinet.cards),
              limit: show.number(cabinet.cardLimit),
            }),
          ],
          [t('operator.cabinet.slots'), show.number(cabinet.slots)],
          [t('operator.cabinet.demoUntil'), cabinet.demoUntil === null ? '–' : show.dateTime(cabinet.demoUntil)],
          [t('operator.cabinets.created'), show.date(cabinet.createdAt)],
          [t('operator.cabinet.taxNumber'), cabinet.taxNumber],
          [
            t('operator.cabinet.certificate'),
            cabinet.isOnTestCertificate ? t('operator.cabinet.certificateTest') : t('operator.cabinet.certificateOwn'),
          ],
          [
            t('operator.cabinet.number'),
            <code key="number" className="k-mono">
              {cabinet.id}
            </code>,
          ],
        ]}
      />
    </Block>
  )
}

function PeopleBlock({ cabinet }: CabinetProps) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Block title={t('operator.cabinet.people')}>
      <ul className={classes.rows}>
        {cabinet.people.map((one) => (
          <li key={one.id}>
            <div className={classes.what}>
              <PathLink underline="always" to={`/operator/users/${one.id}`}>
                {one.name || one.email}
              </PathLink>{' '}
              <span className={classes.quiet}>{one.email}</span>
            </div>
            <span className={classes.quiet}>
              {t(`operator.roles.${one.role}`)} · {show.date(one.since)}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
