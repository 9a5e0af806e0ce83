/** The settings of a cabinet: a menu beside the page; on a phone a list, and a page for each section. */
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PHONE } from '../../base/theme.ts'
import { LinkBox } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { SideList } from '../../parts/side-list.tsx'
import { useSections } from './sections.ts'
import classes from './settings.module.css'

export function SettingsFrame() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const sections = useSections()
  const entries = sections.map(({ key, icon }) => ({
    key,
    icon,
    to: `/${domain}/settings/${key}`,
    text: t(`settings.sections.${key}`),
  }))
  return (
    <SideList label={t('settings.label')} entries={entries} isListShown={!isPhone}>
      <Outlet />
    </SideList>
  )
}

/** The first page on a phone. */
export function SettingsList() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const sections = useSections()
  useBreadcrumbs([{ text: t('settings.label') }])
  return (
    <Page>
      <PageHeader title={t('settings.label')} />
      <ul className={classes.cards}>
        {sections.map(({ key, icon: Icon }) => (
          <li key={key}>
            <LinkBox to={`/${domain}/settings/${key}` as '/'} className={classes.card ?? ''}>
              <Icon size={24} stroke={1.75} aria-hidden="true" />
              <span className={classes.names}>
                <span className={classes.name}>{t(`settings.sections.${key}`)}</span>
                <span className={classes.about}>{t(`settings.about.${key}`)}</span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            </LinkBox>
          </li>
        ))}
      </ul>
    </Page>
  )
}
