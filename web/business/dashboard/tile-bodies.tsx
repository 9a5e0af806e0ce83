/** The content of each block of the overview: one number, one comparison. */
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Tiles } from '../../../contract/platform/cabinets.ts'
import { PUSH_STATES } from '../../../contract/reach/push-counts.ts'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import classes from './dashboard.module.css'
import { sparkline } from './sparkline.ts'

type Filled<K extends keyof Tiles> = NonNullable<Tiles[K]>

const CHART = { width: 280, height: 36 } as const

export function ClientsBody({ clients, newClients, perDay }: Filled<'clients'>) {
  const { t } = useTranslation()
  const show = useShow()
  const chart = sparkline(perDay, CHART.width, CHART.height)
  return (
    <>
      <span className={classes.number}>{show.number(clients)}</span>
      <span className={newClients > 0 ? classes.up : classes.note}>
        {newClients > 0 ? t('dashboard.clients.new', { count: newClients }) : t('dashboard.clients.noNew')}
      </span>
      <svg
        className={classes.spark}
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t('dashboard.clients.chart', { count: perDay.length })}: ${perDay.join(', ')}`}
      >
        <path d={chart.area} fill="var(--k-chart-1)" opacity="0.12" />
        <path
          d={chart.line}
          fill="none"
          stroke="var(--k-chart-1)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </>
  )
}

export function CardsBody({ issued, apple, google }: Filled<'cards'>) {
  const { t } = useTranslation()
  const show = useShow()
  const sum = apple + google
  if (sum === 0)
    return (
      <>
        <span className={classes.number}>{show.number(issued)}</span>
        <span className={classes.note}>{t('dashboard.cards.none')}</span>
      </>
    )
  return (
    <>
      <span className={classes.number}>{show.number(issued)}</span>
      <div className={classes.split} aria-hidden="true">
        <i style={{ flexGrow: apple, background: 'var(--k-chart-1)' }} />
        <i style={{ flexGrow: google, background: 'var(--k-chart-2)' }} />
      </div>
      <ul className={classes.legend}>
        <li>
          <span className={classes.dot} style={{ background: 'var(--k-chart-1)' }} />
          {t('dashboard.cards.apple')} {show.number(apple)} · {show.share(apple / sum)}
        </li>
        <li>
          <span className={classes.dot} style={{ background: 'var(--k-chart-2)' }} />
          {t('dashboard.cards.google')} {show.number(google)} · {show.share(google / sum)}
        </li>
      </ul>
    </>
  )
}

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

const TONES: Readonly<Record<string, Tone>> = {
  draft: 'neutral',
  queue: 'neutral',
  in_progress: 'info',
  done: 'success',
  not_sent: 'danger',
}

export function PushBody({ push, domain }: { push: Filled<'push'>['last']; domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  if (!push)
    return (
      <>
        <Text fw={600}>{t('dashboard.push.none')}</Text>
        <span className={classes.note}>{t('dashboard.push.noneText')}</span>
      </>
    )
  const state = PUSH_STATES.find((one) => one === push.status) ?? 'draft'
  const pushNotes = ({ apple, google }: NonNullable<typeof push.counts>['wallets']) => [
    t('dashboard.push.sent'),
    ...(apple.accepted > 0
      ? [t('dashboard.push.apple', { fetched: show.number(apple.fetched), accepted: show.number(apple.accepted) })]
      : []),
    ...(google.accepted > 0 ? [t('dashboard.push.google', { accepted: show.number(google.accepted) })] : []),
  ]
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <PathLink to={`/${domain}/pushes/${push.id}`} fw={600} truncate="end">
          {push.name}
        </PathLink>
        <StatusBadge tone={TONES[state] ?? 'neutral'}>{t(`dashboard.push.states.${state}`)}</StatusBadge>
      </Group>
      {state === 'draft' ? (
        <span className={classes.note}>{t('dashboard.push.draft')}</span>
      ) : (
        push.counts && (
          <>
            <span className={classes.number}>{show.number(push.counts.sent)}</span>
            <span className={classes.note}>{pushNotes(push.counts.wallets).join(' · ')}</span>
          </>
        )
      )}
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

export function PartnerBody({ code, accounts, spentMinor }: Filled<'partner'>) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <>
      <span className={classes.number}>{show.number(accounts)}</span>
      <span className={classes.note}>{t('dashboard.partner.accounts', { count: accounts })}</span>
      <span className={classes.note}>
        {code === null ? t('partner.code.none') : t('dashboard.partner.code', { code })} ·{' '}
        {t('dashboard.partner.spent', { amount: show.money(spentMinor) })}
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
