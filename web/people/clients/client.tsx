import { Button, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSend, IconUserOff } from '@tabler/icons-react'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { DraftBar } from '../../parts/draft/draft-bar.tsx'
import { KeptBanner } from '../../parts/draft/kept-banner.tsx'
import { Loading, LoadingPage } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { TestPhonesButton } from '../../parts/test-phones-button.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { holderOf } from './client-draft.ts'
import classes from './clients.module.css'
import { useClient } from './data.ts'
import { DataTab } from './data-tab.tsx'
import { SendLinkButton } from './send-link.tsx'
import { ClientSummary } from './summary.tsx'
import { useClientFields } from './use-client-fields.ts'
import { useClientForm } from './use-client-form.ts'

const QuickPoints = lazy(() => import('./quick-points.tsx').then((file) => ({ default: file.QuickPoints })))
const CrmCard = lazy(() => import('./crm-card.tsx').then((file) => ({ default: file.CrmCard })))
const ClientMenu = lazy(() => import('./client-menu.tsx').then((file) => ({ default: file.ClientMenu })))
const ClientBanners = lazy(() => import('./client-banners.tsx').then((file) => ({ default: file.ClientBanners })))
const PushHistory = lazy(() => import('./histories.tsx').then((file) => ({ default: file.PushHistory })))
const BalanceHistory = lazy(() => import('./histories.tsx').then((file) => ({ default: file.BalanceHistory })))
const PointHistory = lazy(() => import('./point-history.tsx').then((file) => ({ default: file.PointHistory })))
const ExternalEvents = lazy(() => import('./external-events.tsx').then((file) => ({ default: file.ExternalEvents })))
const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((file) => ({ default: file.EraseDialog })))
const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((file) => ({ default: file.MergeDialog })))
const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx').then((file) => ({ default: file.WithdrawDialog })))
const AmountDialog = lazy(() => import('./amount-dialog.tsx').then((file) => ({ default: file.AmountDialog })))
const CardLinkDialog = lazy(() => import('./card-link.tsx').then((file) => ({ default: file.CardLinkDialog })))
const MessageDrawer = lazy(() => import('./message-drawer.tsx').then((file) => ({ default: file.MessageDrawer })))
const SameNumber = lazy(() => import('./same-number.tsx').then((file) => ({ default: file.SameNumber })))

const TABS = ['data', 'pushes', 'balance', 'points', 'events'] as const
/** Where the card has no room beside the form, it is a separate tab. */
const NARROW = '(max-width: 63.99em)'

export function ClientPage() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const client = useClient(cabinet.id, id)
  const isMissing = client.isError && client.error.status === 404
  useBreadcrumbs([
    { text: t('clients.title'), to: `/${cabinet.domain}/clients` },
    ...crumbOf(
      client,
      isMissing ? t('clients.client.notFound.title') : client.data && nameOf(client.data, t('clients.nameless')),
    ),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('clients.title')}
        icon={<IconUserOff size={40} stroke={1.5} />}
        title={t('clients.client.notFound.title')}
        text={t('clients.client.notFound.text')}
        back={{ label: t('clients.client.notFound.back'), to: `/${cabinet.domain}/clients` }}
      />
    )
  }
  if (client.isError) return <FailedPage heading={t('clients.title')} read={client} />
  if (!client.data)
    return (
      <LoadingPage heading={t('clients.title')} className={classes.client} columns={[[560], [36, 180, 120, 160]]} />
    )
  if (client.data.mergedInto !== null)
    return <Navigate to={`/${cabinet.domain}/clients/${client.data.mergedInto}` as string} replace />
  return <LoadedClient key={id} client={client.data} />
}

const nameOf = (client: Pick<Client, 'name' | 'surname'>, nameless: string) =>
  `${client.name} ${client.surname}`.trim() || nameless

function LoadedClient({ client }: { client: Client }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string }
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const tabs = isNarrow ? (['data', 'card', 'pushes', 'balance', 'points', 'events'] as const) : TABS
  const tab = tabs.find((one) => one === asked) ?? 'data'
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs scroll sideways.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  const show = useShow()
  const [isWriting, setIsWriting] = useState(false)
  const [over, setOver] = useState<DialogName | null>(null)
  // A text that was begun is kept while the drawer is closed.
  const [hasWritten, setHasWritten] = useState(false)
  const write = () => {
    setHasWritten(true)
    setIsWriting(true)
  }
  const choose = (next: string | null) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (next === 'data' ? {} : { tab: next }) as never,
    })
  const form = useClientForm(cabinet.id, client, () => tab !== 'data' && choose('data'))
  const draft = form.draft.value
  const fields = useClientFields(client)
  const holder = useMemo(() => holderOf(draft, client), [draft, client])
  const summary = (
    <ClientSummary client={client} holder={holder} templateId={draft.template} onLink={() => setOver('link')} />
  )
  return (
    <Page>
      <PageHeader
        title={nameOf(client, t('clients.nameless'))}
        badge={
          client.installs.length > 0 ? (
            <StatusBadge tone="success">
              {client.installs.map((wallet) => t(`clients.wallets.${wallet}`)).join(' · ')}
            </StatusBadge>
          ) : (
            <StatusBadge tone="neutral">
              {client.removedAt === null
                ? t('clients.wallets.none')
                : t('clients.wallets.removedOn', { date: show.date(client.removedAt) })}
            </StatusBadge>
          )
        }
        meta={`${t('clients.columns.cardNumber')}\u00A0${cardNumberText(client.cardNumber)} · ${client.template.name}`}
        secondary={
          <>
            <Suspense fallback={null}>
              <ClientMenu client={client} open={setOver} />
            </Suspense>
            <SendLinkButton client={client} />
            {client.cardUrl !== null && <TestPhonesButton link={client.cardUrl} />}
          </>
        }
        primary={
          <Button leftSection={<IconSend size={16} aria-hidden="true" />} onClick={write}>
            {t('clients.message.button')}
          </Button>
        }
      />
      {(client.archivedAt !== null || client.merged.length > 0) && (
        <Suspense fallback={null}>
          <ClientBanners client={client} />
        </Suspense>
      )}
      <KeptBanner kept={form.draft.kept} />
      {client.sameNumber.length > 0 && (
        <Suspense fallback={null}>
          <SameNumber client={client} />
        </Suspense>
      )}
      <Suspense fallback={<Loading shapes={[92]} />}>
        <QuickPoints client={client} />
      </Suspense>
      <div className={classes.client}>
        {!isNarrow && summary}
        <Tabs value={tab} onChange={choose}>
          <Tabs.List
            ref={list}
            aria-label={t('clients.client.tabs.label')}
            mb="md"
            className={`k-tabs ${classes.tabs}`}
          >
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`clients.client.tabs.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="data">
            <DataTab
              draft={draft}
              errors={form.errors}
              onChange={form.change}
              onAmount={() => setOver('amount')}
              crm={
                <Suspense>
                  <CrmCard id={client.id} />
                </Suspense>
              }
            />
          </Tabs.Panel>
          {isNarrow && <Tabs.Panel value="card">{summary}</Tabs.Panel>}
          <Suspense fallback={null}>
            <Tabs.Panel value="pushes">
              <PushHistory clientId={client.id} />
            </Tabs.Panel>
            <Tabs.Panel value="balance">
              <BalanceHistory clientId={client.id} />
            </Tabs.Panel>
            <Tabs.Panel value="points">
              <PointHistory clientId={client.id} />
            </Tabs.Panel>
            <Tabs.Panel value="events">
              <ExternalEvents clientId={client.id} />
            </Tabs.Panel>
          </Suspense>
        </Tabs>
      </div>
      <DraftBar draft={form.draft} fields={fields} />
      <ClientDialog name={over} client={client} onClose={() => setOver(null)} />
      <Suspense fallback={null}>
        {hasWritten && <MessageDrawer client={client} isOpen={isWriting} onClose={() => setIsWriting(false)} />}
      </Suspense>
    </Page>
  )
}

type DialogName = 'amount' | 'link' | 'merge' | 'withdraw' | 'erase'

function ClientDialog({ name, client, onClose }: { name: DialogName | null; client: Client; onClose: () => void }) {
  const [card] = client.cards
  return (
    <Suspense fallback={null}>
      {name === 'amount' && <AmountDialog client={client} first="bonus" onClose={onClose} />}
      {name === 'merge' && <MergeDialog client={client} onClose={onClose} />}
      {name === 'withdraw' && card && <WithdrawDialog clientId={client.id} card={card} onClose={onClose} />}
      {name === 'erase' && <EraseDialog client={client} onClose={onClose} />}
      {name === 'link' && client.cardUrl !== null && (
        <CardLinkDialog client={{ ...client, cardUrl: client.cardUrl }} onClose={onClose} />
      )}
    </Suspense>
  )
}
