/** The frame of every page behind the login: menu, top bar, banners, keyboard and palette. */
import { Kbd, UnstyledButton, useMatches } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '../../contract/platform/users.ts'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { updateUser } from '../base/session.ts'
import { useTestPhones } from '../base/test-phones.ts'
import { Bell } from './bell.tsx'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { useShellKeys } from './keys.ts'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { useSupportLink } from './support-link.ts'
import { UserMenu } from './user-menu.tsx'

const OverPage = lazy(() => import('../over-page.tsx').then((file) => ({ default: file.OverPage })))
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((file) => ({ default: file.KeysDialog })))
const TestPhones = lazy(() => import('./test-phones.tsx').then((file) => ({ default: file.TestPhones })))
const Palette = lazy(() => import('./palette.tsx').then((file) => ({ default: file.Palette })))

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const cabinet = useMaybeCabinet()
  const isPhone = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false })
  const phones = useTestPhones()
  const main = useRef<HTMLElement>(null)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const showKeys = useCallback(() => setAreKeysOpen(true), [])
  useShellKeys(showKeys)
  useHotkeys([['mod+K', () => setIsPaletteOpen(true)]], [], true)
  useFreshUser()
  useFocusOnMove(main)
  useSupportLink()
  return (
    <div className={classes.frame} data-phones={(phones !== null && cabinet !== null) || undefined}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      {!isPhone && <SideMenu />}
      <div className={classes.main}>
        <header className={classes.top}>
          <Breadcrumbs />
          <div className={classes.topEnd}>
            <UnstyledButton
              className={classes.palette ?? ''}
              aria-label={t('shell.palette.open')}
              onClick={() => setIsPaletteOpen(true)}
            >
              <IconSearch size={18} stroke={1.75} aria-hidden="true" />
              <span>{t('shell.palette.short')}</span>
              <Kbd size="xs" aria-hidden="true">
                {/mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
              </Kbd>
            </UnstyledButton>
            {cabinet && <Bell cabinet={cabinet} />}
            <UserMenu onKeys={showKeys} />
          </div>
        </header>
        <Banners />
        <main ref={main} tabIndex={-1} className={classes.content}>
          {children}
        </main>
      </div>
      {phones && cabinet && (
        <Suspense fallback={<div />}>
          <TestPhones cabinet={cabinet} {...phones} />
        </Suspense>
      )}
      {isPhone && cabinet && <BottomBar cabinet={cabinet} />}
      {cabinet && (
        <Suspense fallback={null}>
          <OverPage cabinet={cabinet} />
        </Suspense>
      )}
      {areKeysOpen && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setAreKeysOpen(false)} />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsPaletteOpen(false)} onKeys={showKeys} />
        </Suspense>
      )}
    </div>
  )
}

/** The stored user may be stale: the address may have been confirmed meanwhile. */
function useFreshUser(): void {
  const { data } = useRead(users.me, {})
  useEffect(() => {
    if (data) updateUser(data)
  }, [data])
}

/** Moves the focus to the start of a new page, unless the page has set it. */
function useFocusOnMove(main: { current: HTMLElement | null }): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== undefined && before.current !== path && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true })
    before.current = path
  }, [path, main])
}
