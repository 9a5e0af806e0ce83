/** A question with answers to tap: one of them, or several. */
import { Chip, Group, Text } from '@mantine/core'
import { useId } from 'react'
import classes from './poll.module.css'

type Option<K extends string> = { key: K; label: string }
type Question = { label: string; error: string | undefined }

function Frame({ label, error, children }: Question & { children: React.ReactNode }) {
  const id = useId()
  return (
    <fieldset
      className={classes.question}
      aria-describedby={error ? `${id}-error` : undefined}
      data-wrong={error !== undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      <Group gap="xs">{children}</Group>
      {error && (
        <Text className="k-small" id={`${id}-error`} c="var(--k-danger)" role="alert" mt={6}>
          {error}
        </Text>
      )}
    </fieldset>
  )
}

export function OneOf<K extends string>({
  options,
  value,
  onChange,
  ...question
}: Question & { options: readonly Option<K>[]; value: K | null; onChange: (key: K) => void }) {
  const name = useId()
  return (
    <Chip.Group value={value} onChange={(key) => onChange(key as K)}>
      <Frame {...question}>
        {options.map(({ key, label }) => (
          <Chip key={key} value={key} name={name} variant="outline" className={classes.chip ?? ''}>
            {label}
          </Chip>
        ))}
      </Frame>
    </Chip.Group>
  )
}

export function SomeOf<K extends string>({
  options,
  value,
  onChange,
  ...question
}: Question & { options: readonly Option<K>[]; value: readonly K[]; onChange: (keys: K[]) => void }) {
  return (
    <Chip.Group multiple value={[...value]} onChange={(keys) => onChange(keys as K[])}>
      <Frame {...question}>
        {options.map(({ key, label }) => (
          <Chip key={key} value={key} variant="outline" className={classes.chip ?? ''}>
            {label}
          </Chip>
        ))}
      </Frame>
    </Chip.Group>
  )
}
