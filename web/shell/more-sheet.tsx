/** Every section and every way out of a cabinet, over the page of a phone. */
import { Drawer, Text, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconHeadset, IconLogout, IconMail, IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Cabinet, cabinets } from '../../contract/platform/cabinets.ts'
import { useRead } from '../base/query.ts'
import { askSupport } from '../base/support.ts'
import { LinkBox } from '../parts/link.tsx'
import { askLogout } from './logout-asked.ts'
import { SectionLink } from './section-link.tsx'
import { pathInCabinet, useMenu } from './sections.ts'
import classes from './shell.module.css'
import { Mark } from './mark.tsx'
import { UnreadCount } from './unread-count.tsx'

export function MoreSheet({ cabinet, onDone }: { cabinet: Cabinet; onDone: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const { data } = useRead(cabinets.menu, {})
  const menu = useMenu()
  const others = (data?.recent ?? []).filter((one) => one.id !== cabinet.id)
  return (
    <Drawer
      position="bottom"
      size="100%"
      opened
      onClose={onDone}
      title={cabinet.name}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
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
    </Drawer>
  )
}
