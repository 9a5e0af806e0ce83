import { useMatches } from '@mantine/core'
import { IconBuildingStore, IconMail } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cabinet, cabinets } from '../../contract/platform/cabinets.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { LinkBox, PlainLinkBox } from '../parts/link.tsx'
import { Logo } from './logo.tsx'
import { isLocked, type Section, useMenu } from './sections.ts'
import classes from './shell.module.css'
import { Switcher } from './switcher.tsx'
import { UnreadCount } from './unread-count.tsx'

const Hint = lazy(() => import('./hint.tsx').then((file) => ({ default: file.Hint })))

/** The menu of a cabinet, 248 px wide or a rail of icons with tooltips; without a cabinet only the accounts. */
export function SideMenu() {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  const menu = useMenu()
  return (
    <nav className={classes.side} aria-label={t('shell.menu.label')}>
      {cabinet ? (
        <LinkBox
          to="/$cabinetDomain"
          params={{ cabinetDomain: cabinet.domain }}
          className={classes.logo ?? ''}
          activeOptions={{ exact: true }}
          activeProps={{ 'aria-current': undefined }}
        >
          <Logo />
          <span>Kartoteka</span>
        </LinkBox>
      ) : (
        <LinkBox to="/select_application" className={classes.logo ?? ''} activeProps={{ 'aria-current': undefined }}>
          <Logo />
          <span>Kartoteka</span>
        </LinkBox>
      )}
      {cabinet && <Switcher cabinet={cabinet} />}
      <div className={classes.groups}>
        {cabinet ? (
          menu.map((group) => (
            <div key={group.name ?? 'first'}>
              {group.name && <div className={classes.groupName}>{t(`shell.menu.${group.name}`)}</div>}
              <ul className={classes.list}>
                {group.sections.map((section) => (
                  <li key={section.key}>
                    <Entry section={section} cabinet={cabinet} />
                  </li>
                ))}
              </ul>
            </div>
          ))
        ) : (
          <ul className={classes.list}>
            <li>
              <LinkBox to="/select_application" className={classes.entry ?? ''}>
                <IconBuildingStore size={20} stroke={1.75} aria-hidden="true" />
                <span>{t('shell.menu.accounts')}</span>
              </LinkBox>
            </li>
            <li>
              <InvitesEntry />
            </li>
          </ul>
        )}
      </div>
    </nav>
  )
}

/** The user's invitations, with their number when there are any. */
function InvitesEntry() {
  const { t } = useTranslation()
  const invites = useRead(cabinets.menu, {}).data?.invites ?? 0
  return (
    <LinkBox to="/invites_application" className={classes.entry ?? ''}>
      <IconMail size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('shell.menu.invites')}</span>
      {invites > 0 && <span className={classes.count}>{invites}</span>}
    </LinkBox>
  )
}

function Entry({ section, cabinet }: { section: Section; cabinet: Cabinet }) {
  const { t } = useTranslation()
  const isRail = useMatches({ base: true, md: false }, { getInitialValueInEffect: false })
  const name = t(`shell.menu.${section.key}`)
  const locked = isLocked(section, cabinet)
  const hint = [isRail && name, locked && t('shell.menu.locked')].filter(Boolean).join('. ')
  // A locked section links to where it can be unlocked.
  const link = locked ? (
    <PlainLinkBox
      to="/$cabinetDomain/balance/tariffs-overview"
      params={{ cabinetDomain: cabinet.domain }}
      className={classes.entry ?? ''}
      aria-disabled
    >
      <Face section={section} />
    </PlainLinkBox>
  ) : (
    <LinkBox
      to={section.to as '/$cabinetDomain'}
      params={{ cabinetDomain: cabinet.domain }}
      className={classes.entry ?? ''}
      activeOptions={{ exact: section.key === 'overview', includeSearch: false }}
    >
      <Face section={section} />
      {section.key === 'notifications' && <UnreadCount c={cabinet.id} />}
    </LinkBox>
  )
  if (hint === '') return link
  return (
    <Suspense fallback={link}>
      <Hint label={hint}>{link}</Hint>
    </Suspense>
  )
}

function Face({ section }: { section: Section }) {
  const { t } = useTranslation()
  return (
    <>
      <section.icon size={20} stroke={1.75} aria-hidden="true" />
      <span>{t(`shell.menu.${section.key}`)}</span>
    </>
  )
}
