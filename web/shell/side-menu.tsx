import { Tooltip, useMatches } from '@mantine/core'
import { IconBuildingStore, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../contract/cabinets.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { LinkBox } from '../parts/link.tsx'
import { Logo } from './logo.tsx'
import { MENU, type Section } from './sections.ts'
import classes from './shell.module.css'
import { Switcher } from './switcher.tsx'

/** The menu of a cabinet, 248 px wide or a rail of icons with names on hover and focus; without a cabinet only the accounts. */
export function SideMenu() {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  return (
    <nav className={classes.side} aria-label={t('shell.menu.label')}>
      {cabinet
        ? <LinkBox to="/$cabinetDomain" params={{ cabinetDomain: cabinet.domain }} className={classes.logo ?? ''} activeOptions={{ exact: true }} activeProps={{ 'aria-current': undefined }}><Logo /><span>Kartoteka</span></LinkBox>
        : <LinkBox to="/select_application" className={classes.logo ?? ''} activeProps={{ 'aria-current': undefined }}><Logo /><span>Kartoteka</span></LinkBox>}
      {cabinet && <Switcher cabinet={cabinet} />}
      <div className={classes.groups}>
        {cabinet ? MENU.map((group) => (
          <div key={group.name ?? 'first'}>
            {group.name && <div className={classes.groupName}>{t(`shell.menu.${group.name}`)}</div>}
            <ul className={classes.list}>{group.sections.map((section) => <li key={section.key}><Entry section={section} domain={cabinet.domain} /></li>)}</ul>
          </div>
        )) : (
          <ul className={classes.list}>
            <li>
              <LinkBox to="/select_application" className={classes.entry ?? ''}>
                <IconBuildingStore size={20} stroke={1.75} aria-hidden="true" />
                <span>{t('shell.menu.accounts')}</span>
              </LinkBox>
            </li>
            <li><InvitesEntry /></li>
          </ul>
        )}
      </div>
    </nav>
  )
}

/** Invitations to oneself, with their number when there are any. */
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

function Entry({ section, domain }: { section: Section; domain: string }) {
  const { t } = useTranslation()
  const isRail = useMatches({ base: true, md: false }, { getInitialValueInEffect: false })
  return (
    <Tooltip label={t(`shell.menu.${section.key}`)} position="right" disabled={!isRail} openDelay={0}>
      <LinkBox
        to={section.to}
        params={{ cabinetDomain: domain }}
        className={classes.entry ?? ''}
        activeOptions={{ exact: section.key === 'overview', includeSearch: false }}
      >
        <section.icon size={20} stroke={1.75} aria-hidden="true" />
        <span>{t(`shell.menu.${section.key}`)}</span>
      </LinkBox>
    </Tooltip>
  )
}
