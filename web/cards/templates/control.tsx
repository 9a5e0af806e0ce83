import { Text, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { TokenInput } from '../../parts/token-input/token-input.tsx'
import type { Token } from '../../parts/token-input/tokens.ts'
import type { ControlName } from './controls.ts'
import { useControl, useEditor } from './editor-context.tsx'
import classes from './templates.module.css'

/** A control of a part of the card: pointing at it frames the part, and its hints are shown below. */
export function Pointed({
  name,
  children,
  withHints = true,
}: {
  name: ControlName
  children: ReactNode
  withHints?: boolean
}) {
  const { point, hints } = useControl(name)
  return (
    <div {...point}>
      {children}
      {withHints && <Hints hints={hints} />}
    </div>
  )
}

export function Hints({ hints }: { hints: readonly { text: string; isWarning: boolean }[] }) {
  return hints.map(({ text, isWarning }) => (
    <Text key={text} className={classes.hint ?? ''} data-warning={isWarning} role="status">
      {text}
    </Text>
  ))
}

type TextControlProps = Omit<TextInputProps, 'id' | 'error' | 'name' | 'value' | 'onChange'> & {
  name: ControlName
  value: string
  onChange: (value: string) => void
}

/** A plain text of the design. */
export function TextControl({ name, value, onChange, ...input }: TextControlProps) {
  const { id, error } = useControl(name)
  return (
    <Pointed name={name}>
      <TextInput
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        {...input}
      />
    </Pointed>
  )
}

type TokenControlProps = {
  /** What can be inserted; without, the values of a client. */
  tokens?: readonly Token[]
  name: ControlName
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  description?: string
  maxLength: number
  isMultiline?: boolean
}

/** A text that may hold values of the client. */
export function TokenControl({ name, isMultiline = false, tokens, ...input }: TokenControlProps) {
  const { id, error } = useControl(name)
  const { tokens: ofClient } = useEditor()
  return (
    <Pointed name={name}>
      <TokenInput id={id} error={error} tokens={tokens ?? ofClient} multiline={isMultiline} {...input} />
    </Pointed>
  )
}
