/**
 * A text with `{variables}`: the field is a plain input, so typing, pasting and undo are the browser's own;
 * the chips are painted behind it.
 */
import { ActionIcon, Combobox, Input, Tooltip, useCombobox } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconBraces } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './token-input.module.css'
import { insertVariable, matchingVariables, piecesOf, typedVariable } from './tokens.ts'

type TokenVariable = { name: string; description?: string }
type Field = HTMLInputElement | HTMLTextAreaElement

type TokenInputProps = {
  value: string
  onChange: (value: string) => void
  variables: readonly TokenVariable[]
  /** Sample text of each variable, shown in the list. */
  values?: Readonly<Record<string, string>> | undefined
  label: ReactNode
  id?: string | undefined
  description?: ReactNode
  error?: ReactNode
  placeholder?: string | undefined
  maxLength?: number | undefined
  isRequired?: boolean
  /** Grows with its lines. */
  multiline?: boolean
  inputRef?: Ref<Field>
  onFocus?: () => void
  onBlur?: () => void
}

export function TokenInput(props: TokenInputProps) {
  const {
    value,
    onChange,
    variables,
    values,
    label,
    description,
    placeholder,
    maxLength,
    isRequired = false,
    multiline = false,
  } = props
  const { t } = useTranslation()
  const ownId = useId()
  const id = props.id ?? ownId
  const field = useRef<Field>(null)
  const ref = useMergedRef(field, props.inputRef)
  const [typed, setTyped] = useState<string | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const known = new Set(variables.map((one) => one.name))
  const unknown = piecesOf(value).find((piece) => piece.variable !== undefined && !known.has(piece.variable))?.variable
  const error =
    props.error ??
    (unknown === undefined || variables.length === 0 ? undefined : t('common.tokens.unknown', { name: `{${unknown}}` }))
  const options = matchingVariables(variables, typed ?? '')

  // Enter takes what is marked: while a variable is typed that is the best match.
  const isOpen = combobox.dropdownOpened
  const { selectFirstOption, resetSelectedOption } = combobox
  useEffect(() => {
    if (!isOpen) return
    if (typed === null) resetSelectedOption()
    else selectFirstOption()
  }, [isOpen, typed, selectFirstOption, resetSelectedOption])

  const look = (input: Field) => {
    const now = typedVariable(input.value, input.selectionStart ?? 0)
    setTyped(now)
    if (now === null || matchingVariables(variables, now).length === 0) return combobox.closeDropdown()
    combobox.openDropdown()
  }
  const insert = (name: string) => {
    const input = field.current
    const next = insertVariable(value, input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length, name)
    if (maxLength === undefined || next.text.length <= maxLength) onChange(next.text)
    combobox.closeDropdown()
    setTyped(null)
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  const given = {
    id,
    ref: ref as Ref<HTMLInputElement & HTMLTextAreaElement>,
    value,
    placeholder,
    maxLength,
    required: isRequired,
    className: `${classes.field} ${multiline ? classes.lines : classes.line}`,
    autoComplete: 'off',
    'aria-invalid': error !== undefined && error !== null && error !== false,
    'aria-describedby':
      [description ? `${id}-description` : '', error ? `${id}-error` : ''].join(' ').trim() || undefined,
    onChange: (event: { currentTarget: Field }) => {
      onChange(event.currentTarget.value)
      look(event.currentTarget)
    },
    onClick: (event: { currentTarget: Field }) => look(event.currentTarget),
    onFocus: props.onFocus,
    onBlur: () => {
      combobox.closeDropdown()
      props.onBlur?.()
    },
  }

  return (
    <Combobox store={combobox} onOptionSubmit={insert} position="bottom-start" withinPortal>
      <Input.Wrapper id={id} label={label} description={description} error={error} required={isRequired}>
        <Combobox.DropdownTarget>
          <div className={classes.box} data-error={Boolean(error)}>
            <div className={`${classes.back} ${multiline ? classes.lines : classes.line}`} aria-hidden="true">
              {piecesOf(value).map((piece, i) =>
                piece.variable === undefined ? (
                  piece.text
                ) : (
                  <mark key={i} className={known.has(piece.variable) ? classes.known : classes.unknown}>
                    {piece.text}
                  </mark>
                ),
              )}
              {'​'}
            </div>
            <Combobox.EventsTarget withKeyboardNavigation={combobox.dropdownOpened}>
              {multiline ? (
                <textarea {...given} rows={1} onScroll={follow} />
              ) : (
                <input {...given} type="text" onScroll={follow} />
              )}
            </Combobox.EventsTarget>
            <Tooltip label={t('common.tokens.insert')}>
              <ActionIcon
                className={classes.insert ?? ''}
                variant="subtle"
                color="gray"
                size={34}
                aria-label={t('common.tokens.insert')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setTyped(null)
                  field.current?.focus()
                  combobox.toggleDropdown()
                }}
              >
                <IconBraces size={18} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </div>
        </Combobox.DropdownTarget>
      </Input.Wrapper>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('common.tokens.list')}>
          {options.map((one) => (
            <Combobox.Option key={one.name} value={one.name}>
              <span className={classes.option}>
                <span className="k-mono">{`{${one.name}}`}</span>
                <span className={classes.hint}>
                  {[one.description, values?.[one.name]].filter(Boolean).join(' · ')}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {options.length === 0 && <Combobox.Empty>{t('common.tokens.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** A long single line scrolls inside; the chips behind it follow. */
function follow(event: { currentTarget: Field }): void {
  const back = event.currentTarget.parentElement?.firstElementChild
  if (back) back.scrollLeft = event.currentTarget.scrollLeft
}
