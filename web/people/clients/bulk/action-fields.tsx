import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AMOUNT_ACTIONS, AMOUNT_KINDS, type AmountKind, PUSH_TEXT_MAX } from '../../../../contract/limits.ts'
import type { BulkKind } from '../../../../contract/reach/bulk-edits.ts'
import { useCabinet } from '../../../base/cabinet.tsx'
import { loadWords } from '../../../base/words.ts'
import { TokenInput } from '../../../parts/token-input/token-input.tsx'
import { useClientTokens, useTemplates } from '../data.ts'
import { useAmountName } from '../use-amount-name.ts'
import { TagNames } from '../tags-editor.tsx'
import type { Typed } from './action-typed.ts'

await loadWords('bulk')

type ActionFieldsProps = {
  kind: BulkKind
  typed: Typed
  errors: Readonly<Record<string, string>>
  onChange: (typed: Typed) => void
}

/** What one kind of change needs to know. */
export function ActionFields({ kind, typed, errors, onChange }: ActionFieldsProps) {
  const put = (change: Partial<Typed>) => onChange({ ...typed, ...change })
  switch (kind) {
    case 'add_tags':
    case 'remove_tags':
      return (
        <TagNames
          value={typed.tags}
          onChange={(tags) => put({ tags })}
          error={errors.tags}
          {...(kind === 'remove_tags' && { isKnownOnly: true })}
        />
      )
    case 'template':
      return <DesignSelect value={typed.template} error={errors.template} onChange={(template) => put({ template })} />
    case 'amount':
      return <AmountFields typed={typed} errors={errors} put={put} />
    case 'message':
      return <MessageText value={typed.message} error={errors.message} onChange={(message) => put({ message })} />
    case 'archive':
    case 'bring_back':
      return null
  }
}

type MessageTextProps = { value: string; error: string | undefined; onChange: (text: string) => void }

function MessageText({ value, error, onChange }: MessageTextProps) {
  const { t } = useTranslation()
  const tokens = useClientTokens()
  return (
    <TokenInput
      isFocused
      multiline
      label={t('bulk.fields.message')}
      value={value}
      onChange={onChange}
      tokens={tokens}
      maxLength={PUSH_TEXT_MAX}
      error={error}
    />
  )
}

type DesignSelectProps = { value: string; error: string | undefined; onChange: (id: string) => void }

function DesignSelect({ value, error, onChange }: DesignSelectProps) {
  const { t } = useTranslation()
  const designs = useTemplates(useCabinet().id).data?.templates ?? []
  const open = designs.filter((one) => !one.isArchived)
  return (
    <NativeSelect
      data-autofocus
      label={t('bulk.fields.template')}
      data={[{ value: '', label: '–' }, ...open.map((one) => ({ value: one.id, label: one.name }))]}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type AmountFieldsProps = {
  typed: Typed
  errors: ActionFieldsProps['errors']
  put: (change: Partial<Typed>) => void
}

function AmountFields({ typed, errors, put }: AmountFieldsProps) {
  const { t } = useTranslation()
  const nameOf = useAmountName()
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t('bulk.fields.amount')}
        value={typed.amount}
        onChange={(value) => put({ amount: value as AmountKind })}
        data={AMOUNT_KINDS.map((value) => ({ value, label: nameOf(value) }))}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('bulk.fields.action')}
        value={typed.action}
        onChange={(value) => put({ action: value as Typed['action'] })}
        data={AMOUNT_ACTIONS.map((value) => ({ value, label: t(`bulk.actions.${value}`) }))}
      />
      <TextInput
        data-autofocus
        label={t(typed.action === 'set' ? 'bulk.fields.valueSet' : 'bulk.fields.value')}
        inputMode="decimal"
        autoComplete="off"
        value={typed.value}
        error={errors.value}
        onChange={(event) => put({ value: event.currentTarget.value })}
      />
      <TextInput
        label={t('bulk.fields.reason')}
        description={t('bulk.fields.reasonHint')}
        maxLength={200}
        value={typed.reason}
        error={errors.reason}
        onChange={(event) => put({ reason: event.currentTarget.value })}
      />
    </Stack>
  )
}
