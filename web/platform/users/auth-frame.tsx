/** The frame of pages before the login: the form in a narrow column, on a wide screen a card beside it. */
import { Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Logo } from '../../shell/logo.tsx'
import { LanguageMenu, SchemeMenu } from '../../shell/preference-menus.tsx'
import classes from './auth-frame.module.css'

const CardStage = lazy(() => import('./card-stage.tsx').then((file) => ({ default: file.CardStage })))

export function AuthFrame() {
  const isWide = useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <main className={classes.column}>
          <div className={classes.brand}>
            <Logo sizePx={32} />
            Kartoteka
          </div>
          <Paper p="xl">
            <Outlet />
          </Paper>
        </main>
        <footer className={classes.foot}>
          <LanguageMenu />
          <SchemeMenu />
        </footer>
      </div>
      {isWide && (
        <aside className={classes.stage}>
          <Suspense fallback={null}>
            <CardStage />
          </Suspense>
        </aside>
      )}
    </div>
  )
}
