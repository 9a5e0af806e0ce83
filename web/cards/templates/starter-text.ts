import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from '../../base/cabinet.tsx'
import type { StarterText } from './starters.ts'

/** Texts of starters in the language of the cabinet. */
export function useStarterText(): StarterText {
  const { t } = useTranslation()
  const own = useMaybeCabinet()?.points
  const word = own?.counted || own?.name || ''
  return useCallback(
    (key) => {
      if (word !== '' && key === 'points') return word
      if (word !== '' && key === 'pointsChanged') return `%@ ${word}`
      return t(`starters.${key}` as 'starters.name')
    },
    [t, word],
  )
}
