import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '../../../contract/figures.ts'
import { countIn } from '../../../words/words.ts'
import type { Issue } from './issues.ts'

/** The text of an issue in the language of the cabinet; a refusal of the server has its own text. */
export function useIssueText(): (issue: Issue) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ code, values }) => {
      if (typeof values.text === 'string' && code === 'field_invalid') return values.text
      if (code === 'field_invalid')
        return t(`refusals.fields.${values.reason}` as 'refusals.fields.invalid', { ...countIn(values), ...values })
      const colour =
        values.colour === 'text' || values.colour === 'title' ? t(`templates.colours.${values.colour}`) : ''
      const ratio = typeof values.ratio === 'number' ? numberText(values.ratio) : ''
      return t(`templates.issues.${code}` as 'templates.issues.missing_logo', {
        ...values,
        // Of the barcode.
        count: Number(values.count ?? values.length ?? 0),
        ratio,
        colour,
      })
    },
    [t],
  )
}
