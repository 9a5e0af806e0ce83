import { Drawer, Text, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconDots, IconHeadset, IconLogout, IconMail, IconPlus } from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { useRead } from '../base/query.ts'
import { askSupport } from '../base/support.ts'
import { LinkBox, PlainLinkBox } from '../parts/link.tsx'
import { askLogout } from './logout-asked.ts'
import { BOTTOM, isLocked, pathInCabinet, type Section, useMenu } from './sections.ts'
import classes from './shell.module.css'
import { Mark } from './switcher.tsx'
import { UnreadCount } from './unread-count.tsx'

/** The menu of a phone: four sections, and everything behind "More". */
export function BottomBar({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isElsewhere = /^\/[^/]+\/(?!cards|clients|pushes)/.test(path)
  return (
    <>
      <nav className={classes.bottom} aria-label={t('shell.menu.label')}>
        {BOTTOM.map((section) => (
          <SectionLink key={section.key} section={section} cabinet={cabinet} className={classes.tab ?? ''}>
            <section.icon size={24} stroke={1.75} aria-hidden="true" />
            <span>{t(`shell.menu.${section.key}`)}</span>
          </SectionLink>
        ))}
        <UnstyledButton
          className={classes.tab ?? ''}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...(isElsewhere && { 'data-active': '' })}
          onClick={() => setIsOpen(true)}
        >
          <IconDots size={24} stroke={1.75} aria-hidden="true" />
          <span>{t('shell.menu.more')}</span>
        </UnstyledButton>
      </nav>
      <Drawer
        position="bottom"
        size="100%"
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={cabinet.name}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <MoreSheet cabinet={cabinet} onDone={() => setIsOpen(false)} />
      </Drawer>
    </>
  )
}

/** A section, or where it is locked, a link to where it can be unlocked. */
function SectionLink({
  section,
  cabinet,
  className,
  onClick,
  children,
}: {
  section: Section
  cabinet: Cabinet
  className: string
  onClick?: () => void
  children: ReactNode
}) {
  const params = { cabinetDomain: cabinet.domain }
  const rest = { params, className, ...(onClick && { onClick }) }
  if (isLocked(section, cabinet))
    return (
      <PlainLinkBox to="/$cabinetDomain/balance/tariffs-overview" {...rest} aria-disabled>
        {children}
      </PlainLinkBox>
    )
  return (
    <LinkBox
      to={section.to as '/$cabinetDomain'}
      {...rest}
      activeOptions={{ exact: section.key === 'overview', includeSearch: false }}
    >
      {children}
    </LinkBox>
  )
}

function MoreSheet({ cabinet, onDone }: { cabinet: Cabinet; onDone: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const { data } = useRead(cabinets.menu, {})
  const menu = useMenu()
  const others = (data?.recent ?? []).filter((one) => one.id !== cabinet.id)
  return (
    <>
      {cabinet.tariff === null && <Text c="dimmed">{t('shell.menu.locked')}</Text>}
      <nav aria-label={t('shell.menu.more')}>
        {menu.map((group) => (
          <div key={group.name ?? 'first'}>
            {group.name && <div className={classes.sheetName}>{t(`shell.menu.${group.name}`)}</div>}
            {group.sections.map((section) => (
              <SectionLink
                key={section.key}
                section={section}
                cabinet={cabinet}
                className={classes.sheetEntry ?? ''}
                onClick={onDone}
              >
                <section.icon size={24} stroke={1.75} aria-hidden="true" />
                {t(`shell.menu.${section.key}`)}
                {section.key === 'notifications' && <UnreadCount c={cabinet.id} />}
              </SectionLink>
            ))}
          </div>
        ))}
      </nav>
      <div className={classes.sheetName}>{t('shell.switcher.label')}</div>
      {others.map((one) => (
        <UnstyledButton
          key={one.id}
          className={classes.sheetEntry ?? ''}
          onClick={() => {
            onDone()
            router.history.push(pathInCabinet(router.state.location.pathname, one.domain))
          }}
        >
          <Mark name={one.name} />
          {one.name}
        </UnstyledButton>
      ))}
      <LinkBox to="/select_application" className={classes.sheetEntry ?? ''} onClick={onDone}>
        <IconBuildingStore size={24} stroke={1.75} aria-hidden="true" />
        {t('shell.switcher.another')}
      </LinkBox>
      {data !== undefined && data.invites > 0 && (
        <LinkBox to="/invites_application" className={classes.sheetEntry ?? ''} onClick={onDone}>
          <IconMail size={24} stroke={1.75} aria-hidden="true" />
          {t('shell.menu.invites')}
          <span className={classes.count}>{data.invites}</span>
        </LinkBox>
      )}
      <LinkBox to="/create_application" className={classes.sheetEntry ?? ''} onClick={onDone}>
        <IconPlus size={24} stroke={1.75} aria-hidden="true" />
        {t('shell.switcher.create')}
      </LinkBox>
      <UnstyledButton
        className={classes.sheetEntry ?? ''}
        onClick={() => {
          onDone()
          askSupport({})
        }}
      >
        <IconHeadset size={24} stroke={1.75} aria-hidden="true" />
        {t('shell.user.support')}
      </UnstyledButton>
      <UnstyledButton
        className={classes.sheetEntry ?? ''}
        onClick={() => {
          onDone()
          askLogout(true)
        }}
      >
        <IconLogout size={24} stroke={1.75} aria-hidden="true" />
        {t('shell.user.logout')}
      </UnstyledButton>
    </>
  )
}
