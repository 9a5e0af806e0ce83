import { Checkbox, Select, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clientField, type ClientField, type ClientFieldName } from '../../../contract/people/client-fields.ts'
import { DayInput } from '../../parts/day/day-input.tsx'
import type { Draft } from './client-draft.ts'
import { inputId } from './input-id.ts'

type DeclaredFieldProps = {
  name: ClientFieldName
  label: string
  value: string
  error: string | undefined
  onChange: (change: Partial<Draft>) => void
}

function inputOf(field: ClientField): TextInputProps {
  if (field.kind === 'text') return { maxLength: field.maxLength }
  return { inputMode: 'numeric', maxLength: 15 }
}

/** The input of a field that follows from its declaration, by its kind. */
export function DeclaredField({ name, label, value, error, onChange }: DeclaredFieldProps) {
  const { t } = useTranslation()
  const field = clientField(name)
  const change = (text: string) => onChange({ [name]: text })
  const shared = { id: inputId(name), label, error }
  if (field.kind === 'flag')
    return (
      <Checkbox
        {...shared}
        checked={value === '1'}
        onChange={(event) => change(event.currentTarget.checked ? '1' : '')}
      />
    )
  if (field.kind === 'choice')
    return (
      <Select
        {...shared}
        data={field.values.map((one) => ({ value: one, label: String(t(`clients.${name}.${one}` as never)) }))}
        value={value || null}
        onChange={(chosen) => change(chosen ?? '')}
        clearable
      />
    )
  if (field.kind === 'date') return <DayInput {...shared} value={value} onChange={change} />
  return (
    <TextInput
      {...shared}
      {...inputOf(field)}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      autoComplete="off"
    />
  )
}
