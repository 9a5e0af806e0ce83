/** The area of whoever runs the installation: its own list of pages beside the page. To everybody else it is not there. */
import { IconBuildingStore, IconHeadset, IconHistory, IconMailForward, IconTags, IconUsers } from '@tabler/icons-react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../base/session.ts'
import { LinkBox } from '../parts/link.tsx'
import { NotFoundPage } from '../shell/not-found.tsx'
import { Shell } from '../shell/shell.tsx'
import { useSummary } from './data.ts'
import classes from './operator.module.css'

const SECTIONS = [
  { key: 'cabinets', icon: IconBuildingStore }, { key: 'users', icon: IconUsers }, { key: 'tariffs', icon: IconTags },
  { key: 'invitations', icon: IconMailForward }, { key: 'support', icon: IconHeadset }, { key: 'log', icon: IconHistory },
] as const

export function OperatorFrame() {
  const user = useUser()
  if (!user?.superuser) return <Shell><NotFoundPage /></Shell>
  return <Shell><Sections /></Shell>
}

function Sections() {
  const { t } = useTranslation()
  const open = useSummary().data?.openConversations ?? 0
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const menu = useRef<HTMLElement>(null)
  // On a phone the list is one line that is wider than the screen.
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <div className={classes.frame}>
      <nav ref={menu} className={classes.menu} aria-label={t('operator.label')}>
        <ul className={classes.list}>
          {SECTIONS.map(({ key, icon: Icon }) => (
            <li key={key}>
              <LinkBox to={`/operator/${key}` as '/'} className={classes.entry ?? ''} activeOptions={{ includeSearch: false }}>
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                <span>{t(`operator.sections.${key}`)}</span>
                {key === 'support' && open > 0 && <span className={classes.count} aria-label={t('operator.inbox.openCount', { count: open })}>{open}</span>}
              </LinkBox>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.page}><Outlet /></div>
    </div>
  )
}
