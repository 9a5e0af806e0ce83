/** What the palette offers, in groups. */
import { useMantineColorScheme } from '@mantine/core'
import {
  IconBolt,
  IconCards,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconLock,
  IconPlus,
  IconSearch,
  IconSend,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../card/values.ts'
import { LANGUAGES } from '../../contract/limits.ts'
import { clients } from '../../contract/people/clients.ts'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { LANGUAGE_NAMES } from '../../words/words.ts'
import { raiseBanner } from '../base/account-banner.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { useReadOnly } from '../base/read-only.ts'
import { useSections } from '../platform/settings/sections.ts'
import { SCHEMES, switchLanguage } from './preference.ts'
import { keepRecent, recents } from './recent.ts'
import { lockOf, pathInCabinet, useMenuSections } from './sections.ts'
import { Mark } from './mark.tsx'

const CLIENTS_MAX = 5
/** A letter fits nearly everybody; a digit is the number of a card. */
const isSearched = (text: string) => text.length > 1 || /^\d$/.test(text)

type Action = { id: string; label: string; hint?: string; icon: ReactNode; run: () => void }
type Group = { name: string; actions: Action[] }

export const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** @param label given: the page is kept among the recent ones */
function useGo(): (path: string, label?: string) => () => void {
  const router = useRouter()
  return (path, label) => () => {
    if (label !== undefined) keepRecent({ path, label })
    router.history.push(path)
  }
}

function useRecentPages(): Action[] {
  const cabinet = useMaybeCabinet()
  const go = useGo()
  return recents()
    .filter((one) => cabinet && one.path.startsWith(`/${cabinet.domain}/`))
    .map((one) => ({
      id: `recent:${one.path}`,
      label: one.label,
      icon: <IconHistory {...icon} />,
      run: go(one.path, one.label),
    }))
}

function useMenuPages(): Action[] {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  const go = useGo()
  const sections = useMenuSections()
  if (!cabinet) return []
  return sections.map((section) => {
    const lock = lockOf(section, cabinet)
    const path = lock === 'locked' ? '/$cabinetDomain/balance/tariffs-overview' : section.to
    return {
      id: `go:${section.key}`,
      label: t(`shell.menu.${section.key}`),
      ...(lock && { hint: t(`shell.menu.${lock}`) }),
      icon: lock ? <IconLock {...icon} /> : <section.icon {...icon} />,
      run: go(path.replace('$cabinetDomain', cabinet.domain)),
    }
  })
}

function useSettingsPages(): Action[] {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  const go = useGo()
  const sections = useSections()
  if (!cabinet) return []
  return sections.map((section) => ({
    id: `settings:${section.key}`,
    label: t(`settings.sections.${section.key}`),
    hint: t('shell.menu.settings'),
    icon: <section.icon {...icon} />,
    run: go(`/${cabinet.domain}/settings/${section.key}`),
  }))
}

function useCreating(): Action[] {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  const go = useGo()
  const readOnly = useReadOnly()
  const account: Action = {
    id: 'new:account',
    label: t('shell.palette.createAccount'),
    icon: <IconPlus {...icon} />,
    run: go('/create_application'),
  }
  if (!cabinet) return [account]
  const make = (path: string): Pick<Action, 'hint' | 'run'> =>
    readOnly === null
      ? { run: go(`/${cabinet.domain}${path}`) }
      : {
          hint: readOnly.reason,
          run: () => void raiseBanner({ code: 'account_limited', message: readOnly.text }),
        }
  const hasTriggers = (cabinet.tariff?.limits.triggers ?? 0) > 0
  const card: Action = {
    id: 'new:card',
    label: t('shell.palette.createCard'),
    icon: <IconCards {...icon} />,
    ...make('/cards/create'),
  }
  const trigger: Action = {
    id: 'new:trigger',
    label: t('shell.palette.createTrigger'),
    icon: <IconBolt {...icon} />,
    ...make('/triggers?create=1'),
  }
  const push: Action = {
    id: 'new:push',
    label: t('shell.palette.createPush'),
    icon: <IconSend {...icon} />,
    ...make('/pushes/create'),
  }
  return [card, ...(hasTriggers ? [trigger] : []), push, account]
}

function useAccounts(): Action[] {
  const { t } = useTranslation()
  const router = useRouter()
  const cabinet = useMaybeCabinet()
  const go = useGo()
  const menu = useRead(cabinets.menu, {})
  const recent = (menu.data?.recent ?? []).filter((one) => one.id !== cabinet?.id)
  return [
    ...recent.map((one) => ({
      id: `account:${one.id}`,
      label: one.name,
      hint: one.domain,
      icon: <Mark name={one.name} />,
      run: go(pathInCabinet(router.state.location.pathname, one.domain)),
    })),
    {
      id: 'accounts',
      label: t('shell.switcher.another'),
      icon: <IconSearch {...icon} />,
      run: go('/select_application'),
    },
  ]
}

function usePreferences(onKeys: () => void): Action[] {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  return [
    ...SCHEMES.map((scheme) => ({
      id: `theme:${scheme}`,
      label: `${t('shell.user.theme')}: ${t(`shell.user.${scheme}`)}`,
      icon: <IconSunMoon {...icon} />,
      run: () => setColorScheme(scheme),
    })),
    ...LANGUAGES.map((lang) => ({
      id: `lang:${lang}`,
      label: `${t('shell.user.language')}: ${LANGUAGE_NAMES[lang]}`,
      icon: <IconLanguage {...icon} />,
      run: () => void switchLanguage(lang),
    })),
    { id: 'keys', label: t('shell.user.shortcuts'), icon: <IconKeyboard {...icon} />, run: onKeys },
  ]
}

function useFoundClients(wanted: string): { actions: Action[]; isFetching: boolean } {
  const cabinet = useMaybeCabinet()
  const go = useGo()
  const found = useRead(
    clients.listClients,
    cabinet && isSearched(wanted) ? { params: { c: cabinet.id }, query: { q: wanted, limit: CLIENTS_MAX } } : null,
  )
  const actions = (found.data?.data ?? []).map((one) => {
    const number = cardNumberText(one.cardNumber)
    const label = `${one.name} ${one.surname}`.trim() || one.tel || number
    return {
      id: `client:${one.id}`,
      label,
      hint: [number, one.tel].filter(Boolean).join(' · '),
      icon: <IconUser {...icon} />,
      run: go(`/${cabinet?.domain}/clients/${one.id}`, label),
    }
  })
  return { actions, isFetching: found.isFetching }
}

/**
 * @param text as typed
 * @param wanted the same once typing has paused
 * @returns groups that are not empty
 */
export function usePaletteGroups(text: string, wanted: string, onKeys: () => void) {
  const { t } = useTranslation()
  const people = useFoundClients(wanted)
  const recent = useRecentPages()
  const pages = useMenuPages()
  const settings = useSettingsPages()
  const creating = useCreating()
  const accounts = useAccounts()
  const preferences = usePreferences(onKeys)
  const looked = text.trim().toLowerCase()
  const fits = (action: Action) => action.label.toLowerCase().includes(looked)
  const groups: Group[] =
    looked === ''
      ? [
          { name: t('shell.palette.recent'), actions: recent },
          { name: t('shell.palette.goTo'), actions: pages },
          { name: t('shell.palette.create'), actions: creating },
          { name: t('shell.palette.accounts'), actions: accounts },
        ]
      : [
          { name: t('shell.menu.clients'), actions: people.actions },
          { name: t('shell.palette.goTo'), actions: [...pages, ...settings].filter(fits) },
          { name: t('shell.palette.create'), actions: creating.filter(fits) },
          { name: t('shell.palette.accounts'), actions: accounts.filter(fits) },
          { name: t('shell.palette.other'), actions: preferences.filter(fits) },
        ]
  return { groups: groups.filter((group) => group.actions.length > 0), isSearching: people.isFetching }
}
