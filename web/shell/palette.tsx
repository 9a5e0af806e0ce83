/** Pages, actions and clients by typing. Loaded on the first Ctrl/⌘ + K. */
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { icon, usePaletteGroups } from './palette-actions.tsx'
import classes from './shell.module.css'

const CLIENT_PAUSE_MS = 250

const [store, spotlight] = createSpotlight()

export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), CLIENT_PAUSE_MS)
  const { groups, isSearching } = usePaletteGroups(text, wanted, onKeys)
  const { selected } = useSpotlight(store)
  useEffect(() => spotlight.open(), [])

  const first = groups[0]?.actions[0]
  const list = useRef<HTMLDivElement>(null)
  const isChosen = useRef(false)
  // Clients come after the pages, and above them: the mark does not stay behind on what was first. The library marks
  // the first entry at each letter in this way, but not what comes later.
  useEffect(() => {
    if (text === '' || isChosen.current) return
    list.current?.querySelector('[data-selected]')?.removeAttribute('data-selected')
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [first?.id, text])

  /** Enter takes the first one while none is chosen with the arrows. */
  const onKey = (event: KeyboardEvent) => {
    isChosen.current = event.key === 'ArrowDown' || event.key === 'ArrowUp'
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
        onKeyDown={onKey}
      />
      <Spotlight.ActionsList>
        {/* Focusable, so that it scrolls without a wheel: its entries are chosen with the arrows, not with Tab. */}
        <div ref={list} className={classes.found} role="group" aria-label={t('shell.palette.open')} tabIndex={0}>
          {groups.map((group) => (
            <Spotlight.ActionsGroup key={group.name} label={group.name}>
              {group.actions.map((action) => (
                <Spotlight.Action
                  key={action.id}
                  label={action.label}
                  {...(action.hint !== undefined && { description: action.hint })}
                  leftSection={action.icon}
                  onClick={action.run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {groups.length === 0 && !isSearching && <Spotlight.Empty>{t('shell.palette.nothing')}</Spotlight.Empty>}
        </div>
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
