import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { SectionLink } from './section-link.tsx'
import { BOTTOM } from './sections.ts'
import classes from './shell.module.css'

const loadSheet = () => import('./more-sheet.tsx')
const MoreSheet = lazy(() => loadSheet().then((file) => ({ default: file.MoreSheet })))

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
          onPointerDown={() => void loadSheet()}
          onClick={() => setIsOpen(true)}
        >
          <IconDots size={24} stroke={1.75} aria-hidden="true" />
          <span>{t('shell.menu.more')}</span>
        </UnstyledButton>
      </nav>
      {isOpen && (
        <Suspense fallback={null}>
          <MoreSheet cabinet={cabinet} onDone={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
