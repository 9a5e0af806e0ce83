import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { THEME_TOKENS } from '../../../card/themes.ts'
import { type Theme, THEMES } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { controlId } from './controls.ts'
import { hasThemes } from './limits.ts'
import { Look } from './look.tsx'
import { Section } from './section.tsx'
import classes from './theme.module.css'
import type { Editor } from './use-editor.ts'

const LOCKED_ID = 'form-theme-locked'

/** The four themes as small forms. Those that the tariff does not include are shown with the reason. */
export function ThemeSection({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const isAllowed = hasThemes(useCabinet())
  const { theme } = editor.settings
  const error = editor.errors.theme
  return (
    <Section name="theme" lead={t('forms.themes.lead')}>
      <div
        role="radiogroup"
        aria-labelledby="form-section-theme"
        className={classes.swatches}
        id={controlId('theme')}
        tabIndex={-1}
        {...(!isAllowed && { 'aria-describedby': LOCKED_ID })}
      >
        {THEMES.map((one) => {
          const isLocked = !isAllowed && one !== 'day' && one !== editor.saved.settings.theme
          return (
            <label key={one} className={`${classes.swatch} ${isLocked ? classes.locked : ''}`}>
              <input
                type="radio"
                name="theme"
                value={one}
                checked={theme === one}
                disabled={isLocked}
                className={classes.radio}
                onChange={() => editor.set('theme', { theme: one })}
              />
              <MiniForm theme={one} />
              <span className={classes.name}>
                {isLocked && <IconLock size={14} aria-hidden="true" />}
                {t(`forms.theme.${one}`)}
              </span>
            </label>
          )
        })}
      </div>
      {error && (
        <Text c="red" size="sm" role="alert">
          {error}
        </Text>
      )}
      {!isAllowed && (
        <Text id={LOCKED_ID} size="sm" c="dimmed">
          {t('forms.themes.locked')}
        </Text>
      )}
      <Look form={editor.saved} />
    </Section>
  )
}

/** A small public page, drawn with the tokens of the theme. */
function MiniForm({ theme }: { theme: Theme }) {
  const tokens = THEME_TOKENS[theme]
  return (
    <svg viewBox="0 0 120 90" className={classes.mini} aria-hidden="true">
      <rect width="120" height="90" fill={tokens.page} />
      <rect x="16" y="10" width="88" height="74" rx="6" fill={tokens.surface} />
      <rect x="24" y="18" width="44" height="6" rx="3" fill={tokens.text} />
      <rect x="24" y="28" width="64" height="4" rx="2" fill={tokens.text2} />
      {[38, 53].map((y) => (
        <rect
          key={y}
          x="24.5"
          y={y + 0.5}
          width="71"
          height="11"
          rx="3"
          fill={tokens.surface}
          stroke={tokens.control}
        />
      ))}
      <rect x="24" y="69" width="72" height="10" rx="3" fill={tokens.button} />
      <rect x="46" y="72.5" width="28" height="3" rx="1.5" fill={tokens.onButton} />
    </svg>
  )
}
