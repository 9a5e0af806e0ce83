/** The overview of a cabinet: what is alive and what needs somebody. */
import { Anchor } from '@mantine/core'
import { IconCards, IconDeviceMobile, IconForms, IconSend, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../contract/cabinets.ts'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { useRead } from '../base/query.ts'
import { PagePanel } from '../base/refusal.tsx'
import { useUser } from '../base/session.ts'
import { demoDaysLeft } from '../base/demo-days.ts'
import { LinkButton } from '../parts/link.tsx'
import { Page, PageHeader } from '../parts/page.tsx'
import { Checklist } from './checklist.tsx'
import classes from './dashboard.module.css'
import { hiddenChecklists, hideChecklist } from './hidden-checklist.ts'
import { CardsBody, ClientsBody, FormsBody, PushBody, TemplatesBody } from './tile-bodies.tsx'
import { Tile } from './tile.tsx'

const EVENING_HOUR = 18
const NOON_HOUR = 12
const FRESH_MS = 60_000

export function DashboardPage() {
  const { t } = useTranslation()
  const user = useUser()
  const cabinet = useCabinet()
  const { id: c, domain } = cabinet
  const read = useRead(cabinets.dashboard, { params: { c } }, { everyMs: FRESH_MS })
  const [isHidden, setIsHidden] = useState(() => hiddenChecklists().includes(c))
  useBreadcrumbs([{ text: t('dashboard.title') }])
  const hide = (hidden: boolean) => {
    setIsHidden(hidden)
    hideChecklist(c, hidden)
  }
  const hour = new Date().getHours()
  const name = user?.name ?? ''
  const greeting = hour < NOON_HOUR ? t('dashboard.morning', { name }) : hour < EVENING_HOUR ? t('dashboard.day', { name }) : t('dashboard.evening', { name })
  const days = demoDaysLeft(cabinet.tariff?.demoUntil ?? null)
  const data = read.data
  const isEverythingDone = data !== undefined && Object.values(data.checklist).every(Boolean)
  const hasPush = data?.push !== null && data?.push !== undefined
  return (
    <Page>
      <PageHeader
        title={greeting}
        meta={cabinet.tariff && [t('dashboard.tariff', { name: t(`cabinets.tariffs.${cabinet.tariff.key}`) }), days !== null && days >= 0 && t('dashboard.demoLeft', { count: days })].filter(Boolean).join(' · ')}
        primary={<LinkButton to="/$cabinetDomain/pushes/create" params={{ cabinetDomain: domain }} leftSection={<IconSend size={16} aria-hidden="true" />}>{t('dashboard.createPush')}</LinkButton>}
      />
      {read.isError && !data && <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {data && !isEverythingDone && !isHidden && <Checklist done={data.checklist} domain={domain} onHide={() => hide(true)} />}
      {(data || !read.isError) && (
        <div className={classes.tiles}>
          <Tile title={t('dashboard.clients.title')} icon={IconUsers} data={data?.clients} action={{ label: t('dashboard.clients.action'), to: `/${domain}/clients` }}>
            {(clients) => <ClientsBody {...clients} />}
          </Tile>
          <Tile title={t('dashboard.cards.title')} icon={IconDeviceMobile} data={data?.cards} action={{ label: t('dashboard.cards.action'), to: `/${domain}/form` }}>
            {(cards) => <CardsBody {...cards} />}
          </Tile>
          <Tile
            title={t('dashboard.push.title')} icon={IconSend} data={data && { push: data.push }}
            action={hasPush ? { label: t('dashboard.push.action'), to: `/${domain}/pushes` } : { label: t('dashboard.createPush'), to: `/${domain}/pushes/create` }}
          >
            {({ push }) => <PushBody push={push} domain={domain} />}
          </Tile>
          <Tile title={t('dashboard.forms.title')} icon={IconForms} data={data?.forms} action={{ label: data?.forms?.total === 0 ? t('dashboard.forms.create') : t('dashboard.forms.action'), to: `/${domain}/form` }}>
            {(forms) => <FormsBody {...forms} />}
          </Tile>
          <Tile
            title={t('dashboard.templates.title')} icon={IconCards} data={data?.templates}
            action={data?.templates?.total === 0 ? { label: t('dashboard.templates.create'), to: `/${domain}/cards/create` } : { label: t('dashboard.templates.action'), to: `/${domain}/cards` }}
          >
            {(templates) => <TemplatesBody {...templates} domain={domain} />}
          </Tile>
        </div>
      )}
      {data && !isEverythingDone && isHidden && (
        <Anchor component="button" type="button" onClick={() => hide(false)} style={{ alignSelf: 'flex-start', flex: 'none' }}>{t('dashboard.checklist.show')}</Anchor>
      )}
    </Page>
  )
}
