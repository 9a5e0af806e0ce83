import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core'
import { IconCopy, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CRITERION_KINDS, type CriterionKind, OPERATORS } from '../../../contract/people/segments.ts'
import { criterionOf, newRow, type Operator, type Row, withOperator } from './rows.ts'
import classes from './segments.module.css'
import { useSizeText } from './size-text.ts'
import type { Count } from './use-count.ts'
import { rowId, type SegmentForm } from './use-segment-form.ts'
import { useKindName } from './use-sentences.ts'
import { ValueInput } from './value-input.tsx'

type ConditionRowProps = {
  row: Row
  /** From 1. */
  no: number
  form: SegmentForm
  count: Count
  forms: readonly { value: string; label: string }[]
  cards: readonly { value: string; label: string }[]
  tags: readonly { value: string; label: string }[]
}

/** Errors shown while typing; an empty value becomes an error only when the segment is saved. */
const PATIENT = new Set(['required', 'choose_some'])

/** One condition, and how many clients match it alone. */
export function ConditionRow({ row, no, form, count, forms, cards, tags }: ConditionRowProps) {
  const { t } = useTranslation()
  const kindName = useKindName()
  const sizeText = useSizeText()
  const made = criterionOf(row)
  const faults =
    'faults' in made
      ? Object.fromEntries(
          Object.entries(made.faults)
            .filter(([, fault]) => form.wasSaveTried || !PATIENT.has(fault.code))
            .map(([end, fault]) => [
              end,
              t(`refusals.fields.${fault.code}` as 'refusals.fields.invalid', { ...fault.detail }),
            ]),
        )
      : {}
  const ofServer = form.errors.rows[row.pageKey]
  const alone = 'criterion' in made ? count.alone(made.criterion) : undefined
  const label = (part: 'what' | 'how' | 'value') => t(`segments.editor.labels.${part}`, { no })
  return (
    <li className={classes.row}>
      <span className={classes.joint}>{no > 1 && t(`segments.editor.joint.${form.draft.value.match}`)}</span>
      <NativeSelect
        id={rowId(row)}
        aria-label={label('what')}
        value={row.kind}
        data={CRITERION_KINDS.map((kind) => ({ value: kind, label: kindName(kind) }))}
        onChange={(event) =>
          form.change({ ...newRow(event.currentTarget.value as CriterionKind), pageKey: row.pageKey })
        }
      />
      <NativeSelect
        aria-label={label('how')}
        value={row.operator}
        data={OPERATORS[row.kind].map((operator) => ({ value: operator, label: t(`segments.operators.${operator}`) }))}
        onChange={(event) => form.change(withOperator(row, event.currentTarget.value as Operator))}
      />
      <div className={classes.value}>
        <ValueInput
          row={row}
          label={label('value')}
          onChange={form.change}
          forms={forms}
          cards={cards}
          tags={tags}
          faults={ofServer === undefined ? faults : { ...faults, value: ofServer }}
        />
      </div>
      <Tooltip label={t('segments.editor.aloneHint')} disabled={alone === undefined}>
        <span className={classes.alone} data-old={count.isCounting || undefined}>
          {alone === undefined ? '–' : sizeText(alone, 'segments.near')}
        </span>
      </Tooltip>
      <div className={classes.rowActs}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('segments.editor.copyRow', { no })}
          disabled={form.isFull}
          onClick={() => form.copy(row)}
        >
          <IconCopy size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('segments.editor.removeRow', { no })}
          onClick={() => form.remove(row)}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
