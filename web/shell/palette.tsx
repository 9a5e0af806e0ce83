/** Pages, actions and clients by typing. Loaded on the first Ctrl/⌘ + K. */
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
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

  /** Enter takes the first one while none is chosen with the arrows. */
  const onEnter = (event: KeyboardEvent) => {
    const first = groups[0]?.actions[0]
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
        {/* Focusable, so that it scrolls without a wheel: its entries are chosen with the arrows, not with Tab. */}
        <div className={classes.found} role="group" aria-label={t('shell.palette.open')} tabIndex={0}>
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
