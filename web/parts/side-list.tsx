import type { Icon } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { PHONE } from '../base/theme.ts'
import { LinkBox } from './link.tsx'
import classes from './side-list.module.css'

export type SideEntry = {
  key: string
  to: string
  icon: Icon
  text: string
  /** After the text, such as a count. */
  more?: ReactNode
}

type SideListProps = {
  label: string
  entries: readonly SideEntry[]
  /** The page is not mounted again when the list disappears: after rotating a tablet, the input is still there. */
  isListShown?: boolean
  children: ReactNode
}

/** A list of pages beside the open page (`children`); above it on a narrow screen. */
export function SideList({ label, entries, isListShown = true, children }: SideListProps) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const menu = useRef<HTMLElement>(null)
  // On a phone the list is one line, wider than the screen. Elsewhere the question alone would lay out the whole page.
  useEffect(() => {
    if (!matchMedia(PHONE).matches) return
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <div className={classes.frame}>
      {isListShown && (
        <nav ref={menu} className={classes.menu} aria-label={label}>
          <ul className={classes.list}>
            {entries.map(({ key, to, icon: Icon, text, more }) => (
              <li key={key}>
                <LinkBox to={to as '/'} className={classes.entry ?? ''} activeOptions={{ includeSearch: false }}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                  <span>{text}</span>
                  {more}
                </LinkBox>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={classes.page}>{children}</div>
    </div>
  )
}
