/** The overview of a cabinet: how it is doing and what needs attention. */
import { Anchor } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useUser } from '../../base/session.ts'
import { demoDaysLeft } from '../../base/demo-days.ts'
import { WriteLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PollDialog, usePollAsk } from '../poll/data.ts'
import { hiddenChecklists, hideChecklist } from './hidden-checklist.ts'
import { OverviewSection } from './overview.tsx'
import { useTile } from './tile.tsx'

// Only for who has not finished it.
const Checklist = lazy(() => import('./checklist.tsx').then((file) => ({ default: file.Checklist })))
// Below what is seen first.
const Tiles = lazy(() => import('./tiles.tsx').then((file) => ({ default: file.Tiles })))

const EVENING_HOUR = 18
const NOON_HOUR = 12

export function DashboardPage() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const { id: c, domain } = cabinet
  const { data: checklist } = useTile('checklist')
  const [isHidden, setIsHidden] = useState(() => hiddenChecklists().includes(c))
  const pollAsk = usePollAsk()
  useBreadcrumbs([{ text: t('dashboard.title') }])
  const hide = (hidden: boolean) => {
    setIsHidden(hidden)
    hideChecklist(c, hidden)
  }
  const days = demoDaysLeft(cabinet.tariff?.demoUntil ?? null)
  const isEverythingDone = !checklist || Object.values(checklist).every(Boolean)
  return (
    <Page>
      <PageHeader
        title={useGreeting()}
        meta={
          cabinet.tariff &&
          [
            t('dashboard.tariff', { name: t(`cabinets.tariffs.${cabinet.tariff.key}`) }),
            days !== null && days >= 0 && t('dashboard.demoLeft', { count: days }),
          ]
            .filter(Boolean)
            .join(' · ')
        }
        primary={
          <WriteLink
            to="/$cabinetDomain/pushes/create"
            params={{ cabinetDomain: domain }}
            leftSection={<IconSend size={16} aria-hidden="true" />}
          >
            {t('dashboard.createPush')}
          </WriteLink>
        }
      />
      {checklist && !isEverythingDone && !isHidden && (
        <Suspense fallback={<Loading shapes={[190]} />}>
          <Checklist done={checklist} domain={domain} onHide={() => hide(true)} />
        </Suspense>
      )}
      <OverviewSection cabinet={cabinet} />
      <Suspense fallback={<Loading shapes={[400]} />}>
        <Tiles cabinet={cabinet} />
      </Suspense>
      {!isEverythingDone && isHidden && (
        <Anchor
          component="button"
          type="button"
          onClick={() => hide(false)}
          style={{ alignSelf: 'flex-start', flex: 'none' }}
        >
          {t('dashboard.checklist.show')}
        </Anchor>
      )}
      {pollAsk.isWaiting && (
        <Anchor
          component="button"
          type="button"
          onClick={pollAsk.open}
          style={{ alignSelf: 'flex-start', flex: 'none' }}
        >
          {t('poll.fillIn')}
        </Anchor>
      )}
      {pollAsk.isOpen && (
        <Suspense fallback={null}>
          <PollDialog onClose={pollAsk.close} />
        </Suspense>
      )}
    </Page>
  )
}

function useGreeting(): string {
  const { t } = useTranslation()
  const name = useUser()?.name ?? ''
  const hour = new Date().getHours()
  if (name === '') return t('dashboard.title')
  if (hour < NOON_HOUR) return t('dashboard.morning', { name })
  return hour < EVENING_HOUR ? t('dashboard.day', { name }) : t('dashboard.evening', { name })
}
