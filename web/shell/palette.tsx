/**
 * Everything by typing: where to go, what to create, whom to find. Comes as a chunk of its own on the first Ctrl/⌘ + K.
 */
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconBolt,
  IconCards,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconPlus,
  IconSearch,
  IconSend,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { clients } from '../../contract/people/clients.ts'
import { LANGUAGES } from '../../contract/limits.ts'
import { cardNumberText } from '../../card/values.ts'
import { LANGUAGE_NAMES } from '../../words/words.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { useSections } from '../platform/settings/sections.ts'
import { SCHEMES, switchLanguage } from './preferences.tsx'
import { keepRecent, recents } from './recent.ts'
import { pathInCabinet, useMenuSections } from './sections.ts'
import classes from './shell.module.css'
import { Mark } from './switcher.tsx'

const CLIENT_PAUSE_MS = 250
const CLIENTS_MAX = 5

type Act = { id: string; label: string; hint?: string; icon: ReactNode; run: () => void }
type Group = { name: string; acts: Act[] }

const [store, spotlight] = createSpotlight()
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const cabinet = useMaybeCabinet()
  const { setColorScheme } = useMantineColorScheme()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), CLIENT_PAUSE_MS)
  const menu = useRead(cabinets.menu, {})
  const sections = useMenuSections()
  const settings = useSections()
  const found = useRead(
    clients.listClients,
    cabinet && wanted.length > 1 ? { params: { c: cabinet.id }, query: { q: wanted, limit: CLIENTS_MAX } } : null,
  )
  const { selected } = useSpotlight(store)
  useEffect(() => spotlight.open(), [])

  const go = (path: string, label?: string) => () => {
    if (label !== undefined) keepRecent({ path, label })
    router.history.push(path)
  }
  const goTo: Act[] = cabinet
    ? sections.map((section) => ({
        id: `go:${section.key}`,
        label: t(`shell.menu.${section.key}`),
        icon: <section.icon {...icon} />,
        run: go(section.to.replace('$cabinetDomain', cabinet.domain)),
      }))
    : []
  const inSettings: Act[] = cabinet
    ? settings.map((section) => ({
        id: `settings:${section.key}`,
        label: t(`settings.sections.${section.key}`),
        hint: t('shell.menu.settings'),
        icon: <section.icon {...icon} />,
        run: go(`/${cabinet.domain}/settings/${section.key}`),
      }))
    : []
  const create: Act[] = [
    ...(cabinet
      ? [
          {
            id: 'new:card',
            label: t('shell.palette.createCard'),
            icon: <IconCards {...icon} />,
            run: go(`/${cabinet.domain}/cards/create`),
          },
          ...((cabinet.tariff?.limits.triggers ?? 0) > 0
            ? [
                {
                  id: 'new:trigger',
                  label: t('shell.palette.createTrigger'),
                  icon: <IconBolt {...icon} />,
                  run: go(`/${cabinet.domain}/triggers?create=1`),
                },
              ]
            : []),
          {
            id: 'new:push',
            label: t('shell.palette.createPush'),
            icon: <IconSend {...icon} />,
            run: go(`/${cabinet.domain}/pushes/create`),
          },
        ]
      : []),
    {
      id: 'new:account',
      label: t('shell.palette.createAccount'),
      icon: <IconPlus {...icon} />,
      run: go('/create_application'),
    },
  ]
  const accounts: Act[] = [
    ...(menu.data?.recent ?? [])
      .filter((one) => one.id !== cabinet?.id)
      .map((one) => ({
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
  const others: Act[] = [
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
  const people: Act[] = (found.data?.data ?? []).map((one) => {
    const label = `${one.name} ${one.surname}`.trim() || one.tel || cardNumberText(one.cardNumber)
    const hint = [cardNumberText(one.cardNumber), one.tel].filter(Boolean).join(' · ')
    return {
      id: `client:${one.id}`,
      label,
      hint,
      icon: <IconUser {...icon} />,
      run: go(`/${cabinet?.domain}/clients/${one.id}`, label),
    }
  })
  const fits = (act: Act) => act.label.toLowerCase().includes(text.trim().toLowerCase())
  const latest: Act[] = recents()
    .filter((one) => cabinet && one.path.startsWith(`/${cabinet.domain}/`))
    .map((one) => ({
      id: `recent:${one.path}`,
      label: one.label,
      icon: <IconHistory {...icon} />,
      run: go(one.path, one.label),
    }))
  const groups: Group[] =
    text.trim() === ''
      ? [
          { name: t('shell.palette.recent'), acts: latest },
          { name: t('shell.palette.goTo'), acts: goTo },
          { name: t('shell.palette.create'), acts: create },
          { name: t('shell.palette.accounts'), acts: accounts },
        ]
      : [
          { name: t('shell.menu.clients'), acts: people },
          { name: t('shell.palette.goTo'), acts: [...goTo, ...inSettings].filter(fits) },
          { name: t('shell.palette.create'), acts: create.filter(fits) },
          { name: t('shell.palette.accounts'), acts: accounts.filter(fits) },
          { name: t('shell.palette.other'), acts: others.filter(fits) },
        ]
  const filled = groups.filter((group) => group.acts.length > 0)
  /** Enter takes the first one while none is chosen with the arrows. */
  const onEnter = (event: KeyboardEvent) => {
    const first = filled[0]?.acts[0]
    if (event.key !== 'Enter' || selected >= 0 || !first || event.nativeEvent.isComposing) return
    event.preventDefault()
    spotlight.close()
    first.run()
  }
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      shortcut={null}
      radius="lg"
      attributes={{ content: { 'aria-label': t('shell.palette.open') } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette.placeholder')}
        aria-label={t('shell.palette.open')}
        leftSection={<IconSearch {...icon} />}
        onKeyDown={onEnter}
      />
      <Spotlight.ActionsList>
        {/* Who cannot use a wheel scrolls the list itself: its entries are chosen with the arrows and have no place in
            the order of Tab. */}
        <div className={classes.found} role="group" aria-label={t('shell.palette.open')} tabIndex={0}>
          {filled.map((group) => (
            <Spotlight.ActionsGroup key={group.name} label={group.name}>
              {group.acts.map((act) => (
                <Spotlight.Action
                  key={act.id}
                  label={act.label}
                  {...(act.hint !== undefined && { description: act.hint })}
                  leftSection={act.icon}
                  onClick={act.run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {filled.length === 0 && !found.isFetching && <Spotlight.Empty>{t('shell.palette.nothing')}</Spotlight.Empty>}
        </div>
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
