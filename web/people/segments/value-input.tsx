import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SEGMENT_LIST_MAX } from '../../../contract/limits.ts'
import { controlOf, hasDays, type Row } from './rows.ts'
import classes from './segments.module.css'

type ValueInputProps = {
  row: Row
  /** `Condition 2: value` */
  label: string
  onChange: (row: Row) => void
  forms: readonly { value: string; label: string }[]
  cards: readonly { value: string; label: string }[]
  tags: readonly { value: string; label: string }[]
  /** Errors, by end of a range or for the value. */
  faults: Readonly<Partial<Record<'value' | 'from' | 'to' | 'days', string>>>
}

const WORD_MAX = 40

/** A chosen item that was deleted stays visible, so that it can be removed. */
const withGone = (data: readonly { value: string; label: string }[], chosen: readonly string[], gone: string) => [
  ...data,
  ...chosen.filter((value) => data.every((one) => one.value !== value)).map((value) => ({ value, label: gone })),
]

/** The value of a condition, and of what was bought in how many days. */
export function ValueInput(props: ValueInputProps) {
  const { row, label, onChange, faults } = props
  const { t } = useTranslation()
  if (!hasDays(row.kind)) return <PlainValue {...props} />
  return (
    <div className={classes.within}>
      <PlainValue {...props} />
      <TextInput
        aria-label={t('segments.editor.within', { label })}
        placeholder={t('segments.editor.always')}
        inputMode="numeric"
        autoComplete="off"
        value={row.days}
        error={faults.days}
        rightSection={<span className={classes.unit}>{t('segments.editor.days')}</span>}
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
        onChange={(event) => onChange({ ...row, days: event.currentTarget.value })}
      />
    </div>
  )
}

function PlainValue({ row, label, onChange, forms, cards, tags, faults }: ValueInputProps) {
  const { t } = useTranslation()
  const control = controlOf(row)
  const common = { 'aria-label': label, error: faults.value }
  const isNumber = control === 'number'
  const words = row.kind === 'age' ? t('segments.editor.years') : t('segments.editor.daysAgo')
  const unit =
    row.kind === 'discount' ? '%' : isNumber && (row.kind === 'age' || row.kind === 'lastPurchase') ? words : undefined
  const amount = {
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    ...(unit !== undefined && {
      rightSection: <span className={classes.unit}>{unit}</span>,
      rightSectionWidth: unit.length > 1 ? Math.max(48, 16 + 7 * unit.length) : 30,
      rightSectionPointerEvents: 'none' as const,
    }),
  }
  switch (control) {
    case 'none':
      return null
    case 'forms':
    case 'cards':
    case 'tags':
      return (
        <MultiSelect
          {...common}
          data={withGone({ forms, cards, tags }[control], row.list, t('segments.gone'))}
          value={[...row.list]}
          onChange={(list) => onChange({ ...row, list })}
          placeholder={row.list.length === 0 ? t(`segments.editor.choose.${control}`) : ''}
          clearable={false}
          hidePickedOptions
          searchable={false}
        />
      )
    case 'sex':
      return (
        <NativeSelect
          {...common}
          data={(['female', 'male'] as const).map((value) => ({ value, label: t(`segments.sex.${value}`) }))}
          value={row.text}
          onChange={(event) => onChange({ ...row, text: event.currentTarget.value })}
        />
      )
    case 'texts':
      return (
        <TagsInput
          {...common}
          value={[...row.list]}
          onChange={(list) => onChange({ ...row, list: list.map((text) => text.slice(0, WORD_MAX)) })}
          maxTags={SEGMENT_LIST_MAX}
          splitChars={[',', ';', ' ', '\n', '\t']}
          placeholder={row.list.length === 0 ? t('segments.editor.choose.texts') : ''}
          inputMode={row.kind === 'cardnumber' ? 'numeric' : 'text'}
        />
      )
    case 'range':
      return (
        <div className={classes.range}>
          <TextInput
            {...amount}
            aria-label={t('segments.editor.from', { label })}
            placeholder={t('segments.editor.fromShort')}
            value={row.from}
            error={faults.from}
            onChange={(event) => onChange({ ...row, from: event.currentTarget.value })}
          />
          <TextInput
            {...amount}
            aria-label={t('segments.editor.to', { label })}
            placeholder={t('segments.editor.toShort')}
            value={row.to}
            error={faults.to}
            onChange={(event) => onChange({ ...row, to: event.currentTarget.value })}
          />
        </div>
      )
    case 'number':
      return (
        <TextInput
          {...common}
          {...amount}
          value={row.text}
          onChange={(event) => onChange({ ...row, text: event.currentTarget.value })}
        />
      )
    case 'text':
      return (
        <TextInput
          {...common}
          value={row.text}
          maxLength={WORD_MAX}
          autoComplete="off"
          inputMode={row.kind === 'cardnumber' ? 'numeric' : 'text'}
          onChange={(event) => onChange({ ...row, text: event.currentTarget.value })}
        />
      )
  }
}
