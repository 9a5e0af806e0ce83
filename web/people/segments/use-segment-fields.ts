import { useTranslation } from 'react-i18next'
import type { CriterionKind } from '../../../contract/people/segments.ts'
import { isTree } from '../../base/draft/same.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { criterionOf, type Row } from './rows.ts'
import { criterionText, type Sentences } from './sentences.ts'
import type { Draft } from './segment-draft.ts'

/** Names of a segment's conditions and their values. */
export function useSegmentFields(sentences: Sentences): DraftFields {
  const { t } = useTranslation()
  const sayRow = (row: Row): string => {
    const made = criterionOf(row)
    return 'criterion' in made ? criterionText(sentences, made.criterion) : t(`segments.kinds.${row.kind}`)
  }
  return {
    nameOf: ([head, kind]) => {
      if (head === 'name') return t('segments.editor.name')
      if (head === 'match') return t('segments.editor.matchLabel')
      return t(kind === undefined ? 'segments.editor.conditions' : `segments.kinds.${kind as CriterionKind}`)
    },
    textOf: ([head], value) => {
      if (head === 'match') return t(`segments.editor.match.${value as Draft['match']}`)
      if (Array.isArray(value)) return (value as readonly Row[]).map(sayRow).join(', ')
      return isTree(value) ? sayRow(value as unknown as Row) : undefined
    },
  }
}
