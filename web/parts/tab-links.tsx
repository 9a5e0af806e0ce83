import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { LinkBox } from './link.tsx'
import classes from './tab-links.module.css'

export type TabLink = { key: string; label: string; path: string }

/** Tabs that are separate pages: each has an address, and the back button goes through them. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const list = useRef<HTMLUListElement>(null)
  // On a phone the row is wider than the screen.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <nav className={classes.tabs} aria-label={label}>
      <ul className={classes.list} ref={list}>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <LinkBox to={tab.path as '/'} activeOptions={{ includeSearch: false }} className={classes.tab ?? ''}>
              {tab.label}
            </LinkBox>
          </li>
        ))}
      </ul>
    </nav>
  )
}
