import { useTranslation } from 'react-i18next'
import { THEME_TOKENS } from '../../../card/themes.ts'
import type { Theme } from '../../../contract/limits.ts'
import classes from './page.module.css'

/** A theme: its two colours and its name. */
export function ThemeDot({ theme }: { theme: Theme }) {
  const { t } = useTranslation()
  const tokens = THEME_TOKENS[theme]
  return (
    <span className={classes.theme}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="7.5" fill={tokens.page} stroke={tokens.control} />
        <circle cx="8" cy="8" r="3.5" fill={tokens.button} />
      </svg>
      {t(`forms.theme.${theme}`)}
    </span>
  )
}
