import { Button, ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../contract/people/forms.ts'
import { LIST_VALUES_MAX } from '../../../contract/limits.ts'
import { controlId } from './controls.ts'
import classes from './fields.module.css'

type ListValuesProps = { field: FormField; error: string | undefined; onChange: (values: string[]) => void }

/** Options of a list: Enter adds the next line, and a pasted column becomes as many options. */
export function ListValues({ field, error, onChange }: ListValuesProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLFieldSetElement>(null)
  const { values } = field
  const focusAt = (index: number) => requestAnimationFrame(() => box.current?.querySelectorAll('input')[index]?.focus())
  const insert = (at: number, lines: readonly string[]) => {
    onChange([...values.slice(0, at), ...lines, ...values.slice(at)].slice(0, LIST_VALUES_MAX))
    focusAt(Math.min(at + lines.length, LIST_VALUES_MAX) - 1)
  }
  const paste = (index: number, text: string) => {
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 80))
      .filter((line) => line !== '')
    if (lines.length < 2) return false
    onChange(
      [...values.slice(0, index), ...lines, ...values.slice(index + (values[index] === '' ? 1 : 0))].slice(
        0,
        LIST_VALUES_MAX,
      ),
    )
    return true
  }
  const isFull = values.length >= LIST_VALUES_MAX
  return (
    <fieldset ref={box} id={controlId(`fields.${field.key}.values`)} tabIndex={-1} className={classes.values}>
      <legend>{t('forms.fields.values')}</legend>
      {values.map((value, index) => (
        // Options have no ids: their index is the only key.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap={4} wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            value={value}
            maxLength={80}
            aria-label={t('forms.fields.valueOf', { position: index + 1 })}
            error={Boolean(error) && value.trim() === ''}
            onChange={(event) => onChange(values.with(index, event.currentTarget.value))}
            onPaste={(event) => paste(index, event.clipboardData.getData('text')) && event.preventDefault()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isFull) return
              event.preventDefault()
              insert(index + 1, [''])
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('forms.fields.removeValue', { value })}
            disabled={values.length === 1}
            onClick={() => {
              onChange(values.toSpliced(index, 1))
              focusAt(Math.max(0, index - 1))
            }}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text c="red" size="xs" role="alert">
          {error}
        </Text>
      )}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => insert(values.length, [''])}
        >
          {t('forms.fields.addValue')}
        </Button>
        {isFull && (
          <Text size="sm" c="dimmed">
            {t('forms.fields.valuesFull', { max: LIST_VALUES_MAX })}
          </Text>
        )}
      </div>
    </fieldset>
  )
}
