/** Keyboard shortcuts: `g` and a letter opens a section, single letters act, `?` shows the list. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { isCreatingList, useMenuSections } from './sections.ts'
import { useSingleKeys } from './single-keys.ts'

const SEQUENCE_MS = 1500

/** Single letters are no shortcuts while the user is typing or a dialog is open. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null ||
    document.querySelector('[role="dialog"]') !== null
  )
}

function press(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) return false
  if (found instanceof HTMLInputElement) found.focus()
  else found.click()
  return true
}

export function useShellKeys(onList: () => void): void {
  const router = useRouter()
  const cabinet = useMaybeCabinet()
  const areOn = useSingleKeys()
  const sections = useMenuSections()
  const sinceG = useRef(0)
  useEffect(() => {
    if (!areOn) return undefined
    const act = (event: KeyboardEvent): boolean => {
      if (event.timeStamp - sinceG.current < SEQUENCE_MS) {
        sinceG.current = 0
        const section = cabinet && sections.find((one) => one.letter === event.key)
        if (!section) return false
        void router.navigate({ to: section.to as '/$cabinetDomain', params: { cabinetDomain: cabinet.domain } })
        return true
      }
      if (event.key === 'g') {
        sinceG.current = event.timeStamp
        return true
      }
      if (event.key === '?') {
        onList()
        return true
      }
      if (event.key === '/') return press('[data-table-search]')
      if (event.key === 'f') return press('[data-table-filter]')
      if (event.key === 'c' && isCreatingList(router.state.location.pathname))
        return press('[data-primary] a, [data-primary] button')
      return false
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isTaken(event) && act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [areOn, cabinet, sections, router, onList])
}
