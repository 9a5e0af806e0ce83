import { Menu, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconCheck, IconMail, IconPlus, IconSelector } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/cabinets.ts'
import { cabinets } from '../../contract/cabinets.ts'
import { fileUrl } from '../base/file-url.ts'
import { useRead } from '../base/query.ts'
import { LinkItem } from '../parts/link.tsx'
import { pathInCabinet } from './sections.ts'
import classes from './shell.module.css'

/** The open cabinet, the latest three, and the way to all of them. Switching keeps the section. */
export function Switcher({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start" width={264}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher ?? ''} aria-label={`${t('shell.switcher.current', { name: cabinet.name })}. ${t('shell.switcher.label')}`}>
          {cabinet.logo === null ? <Mark name={cabinet.name} /> : <img src={fileUrl(cabinet.id, cabinet.logo)} alt="" style={{ height: 20, minWidth: 0, maxWidth: 64, objectFit: 'contain' }} />}
          <span className={classes.switcherText}>
            <span className={classes.name}>{cabinet.name}</span>
            <span className={classes.domain}>{cabinet.domain}</span>
          </span>
          <IconSelector className={classes.switcherMore} size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown><SwitcherItems current={cabinet} /></Menu.Dropdown>
    </Menu>
  )
}

function SwitcherItems({ current }: { current: Cabinet }) {
  const { t } = useTranslation()
  const router = useRouter()
  const { data } = useRead(cabinets.menu, {})
  return (
    <>
      <Menu.Label>{t('shell.switcher.recent')}</Menu.Label>
      {(data?.recent ?? [current]).map((one) => (
        <Menu.Item
          key={one.id}
          leftSection={<Mark name={one.name} />}
          rightSection={one.id === current.id ? <IconCheck size={16} aria-hidden="true" /> : null}
          onClick={() => {
            if (one.id !== current.id) router.history.push(pathInCabinet(router.state.location.pathname, one.domain))
          }}
        >
          <span className={classes.switcherText}>
            <span className={classes.name}>{one.name}</span>
            <span className={classes.domain}>{one.domain}</span>
          </span>
        </Menu.Item>
      ))}
      <Menu.Divider />
      <LinkItem to="/select_application" leftSection={<IconBuildingStore size={16} stroke={1.75} aria-hidden="true" />}>{t('shell.switcher.another')}</LinkItem>
      {data !== undefined && data.invites > 0 && (
        <LinkItem to="/invites_application" leftSection={<IconMail size={16} stroke={1.75} aria-hidden="true" />} rightSection={<span className={classes.count}>{data.invites}</span>}>
          {t('shell.menu.invites')}
        </LinkItem>
      )}
      <LinkItem to="/create_application" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}>{t('shell.switcher.create')}</LinkItem>
    </>
  )
}

export function Mark({ name }: { name: string }) {
  return <span className={classes.mark} aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
}
