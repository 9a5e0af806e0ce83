import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { StarterText } from './starters.ts'

/** Texts of starters in the language of the cabinet. */
export function useStarterText(): StarterText {
  const { t } = useTranslation()
  return useCallback((key) => t(`starters.${key}` as 'starters.name'), [t])
}
