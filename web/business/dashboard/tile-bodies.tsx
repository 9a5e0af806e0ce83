/** The content of each block of the overview: one number, one comparison. */
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Tiles } from '../../../contract/platform/cabinets.ts'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './dashboard.module.css'

type Filled<K extends keyof Tiles> = NonNullable<Tiles[K]>

export function TemplatesBody({ total, defaultName, defaultId, domain }: Filled<'templates'> & { domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <>
      <span className={classes.number}>{show.number(total)}</span>
      {total === 0 ? (
        <span className={classes.note}>{t('dashboard.templates.none')}</span>
      ) : defaultName !== null && defaultId !== null ? (
        <PathLink to={`/${domain}/cards/${defaultId}`}>
          {t('dashboard.templates.default', { name: defaultName })}
        </PathLink>
      ) : (
        <span className={classes.note}>{t('dashboard.templates.noDefault')}</span>
      )}
    </>
  )
}

export function FormsBody({ total, opened, filled, installed }: Filled<'forms'>) {
  const { t } = useTranslation()
  const show = useShow()
  if (total === 0)
    return (
      <>
        <span className={classes.number}>{show.number(0)}</span>
        <span className={classes.note}>{t('dashboard.forms.none')}</span>
      </>
    )
  const rows = [
    [t('dashboard.forms.opened'), opened],
    [t('dashboard.forms.filled'), filled],
    [t('dashboard.forms.installed'), installed],
  ] as const
  const top = Math.max(1, opened, filled, installed)
  return (
    <>
      <span className={classes.number}>{show.number(total)}</span>
      <dl className={classes.funnel}>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd className={classes.bar} aria-hidden="true">
              <i style={{ width: `${(value / top) * 100}%` }} />
            </dd>
            <dd>{show.number(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function FinancesBody({ tariff, balanceMinor, isLimited, demoUntil, paidUntil }: Filled<'finances'>) {
  const { t } = useTranslation()
  const show = useShow()
  const name =
    tariff === null ? t('finance.noTariff') : t('dashboard.tariff', { name: t(`cabinets.tariffs.${tariff}`) })
  const until = isLimited
    ? undefined
    : demoUntil !== null
      ? t('finance.demoUntil', { date: show.date(demoUntil) })
      : paidUntil !== null
        ? t('finance.paidUntil', { date: show.date(paidUntil) })
        : undefined
  return (
    <>
      <span className={classes.number}>{show.money(balanceMinor)}</span>
      <span className={classes.note}>{[name, until].filter(Boolean).join(' · ')}</span>
      {isLimited && (
        <Group>
          <StatusBadge tone="danger">{t('finance.limited')}</StatusBadge>
        </Group>
      )}
    </>
  )
}

export function AutomationBody({
  segments,
  triggersOn,
  triggers,
  isLocked,
}: Filled<'automation'> & { isLocked: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  if (isLocked) return <span className={classes.note}>{t('dashboard.automation.locked')}</span>
  return (
    <>
      <span className={classes.number}>{show.number(triggersOn)}</span>
      <span className={classes.note}>
        {triggers === 0
          ? t('dashboard.automation.none')
          : t('dashboard.automation.on', { count: triggers, n: show.number(triggers) })}
      </span>
      <span className={classes.note}>
        {t('dashboard.automation.segments', { count: segments, n: show.number(segments) })}
      </span>
    </>
  )
}

export function PartnerBody({ code, accounts, spentMinor, shareMinor }: Filled<'partner'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <>
      <span className={classes.number}>{show.number(accounts)}</span>
      <span className={classes.note}>{t('dashboard.partner.accounts', { count: accounts })}</span>
      <span className={classes.note}>
        {code === null ? t('partner.code.none') : t('dashboard.partner.code', { code })} ·{' '}
        {t('dashboard.partner.spent', { amount: show.money(spentMinor) })} ·{' '}
        {t('dashboard.partner.share', { amount: show.money(shareMinor) })}
      </span>
    </>
  )
}

export function MarketplaceBody({ active }: Filled<'marketplace'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <>
      <span className={classes.number}>{show.number(active.length)}</span>
      <span className={classes.note}>
        {active.length === 0
          ? t('dashboard.marketplace.none')
          : t('dashboard.marketplace.on', {
              names: active.map((id) => t(`dashboard.marketplace.names.${id}`)).join(', '),
            })}
      </span>
    </>
  )
}

const CRM_TONES = { deactivated: 'neutral', noActive: 'warning', active: 'success' } as const

export function IntegrationBody({ status, title, unsynced }: Filled<'integration'>) {
  const { t } = useTranslation()
  if (status === 'noCrm')
    return (
      <>
        <Text fw={600}>{t('dashboard.integration.none')}</Text>
        <span className={classes.note}>{t('dashboard.integration.noneText')}</span>
      </>
    )
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Text fw={600} truncate="end">
          {title}
        </Text>
        <StatusBadge tone={CRM_TONES[status]}>{t(`dashboard.integration.states.${status}`)}</StatusBadge>
      </Group>
      <span className={classes.note}>
        {unsynced > 0 ? t('dashboard.integration.unsynced', { count: unsynced }) : t('dashboard.integration.synced')}
      </span>
    </>
  )
}
