/**
 * A text with `{variables}`: the field is a plain input, so typing, pasting and undo are those of the browser; the
 * chips are drawn behind it.
 */
import { ActionIcon, Combobox, Input, Tooltip } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconBraces } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './token-input.module.css'
import { piecesOf } from './tokens.ts'
import { type Field, type TokenVariable, useVariableList } from './use-variable-list.ts'

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
  const { value, variables, values, label, description, isRequired = false, multiline = false } = props
  const { t } = useTranslation()
  const ownId = useId()
  const id = props.id ?? ownId
  const field = useRef<Field>(null)
  const ref = useMergedRef(field, props.inputRef)
  const list = useVariableList({ field, value, onChange: props.onChange, variables, maxLength: props.maxLength })
  const known = new Set(variables.map((one) => one.name))
  const unknown = piecesOf(value).find((piece) => piece.variable !== undefined && !known.has(piece.variable))?.variable
  const error =
    props.error ??
    (unknown === undefined || variables.length === 0 ? undefined : t('common.tokens.unknown', { name: `{${unknown}}` }))
  const lines = multiline ? classes.lines : classes.line
  const given = {
    id,
    ref: ref as Ref<HTMLInputElement & HTMLTextAreaElement>,
    value,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    required: isRequired,
    className: `${classes.field} ${lines}`,
    autoComplete: 'off',
    'aria-invalid': error !== undefined && error !== null && error !== false,
    'aria-describedby':
      [description ? `${id}-description` : '', error ? `${id}-error` : ''].join(' ').trim() || undefined,
    onChange: (event: { currentTarget: Field }) => {
      props.onChange(event.currentTarget.value)
      list.follow(event.currentTarget)
    },
    onClick: (event: { currentTarget: Field }) => list.follow(event.currentTarget),
    onFocus: props.onFocus,
    onBlur: () => {
      list.store.closeDropdown()
      props.onBlur?.()
    },
    onScroll: scrollChips,
  }
  return (
    <Combobox store={list.store} onOptionSubmit={list.insert} position="bottom-start" withinPortal>
      <Input.Wrapper id={id} label={label} description={description} error={error} required={isRequired}>
        <Combobox.DropdownTarget>
          <div className={classes.box} data-error={Boolean(error)}>
            <div className={`${classes.back} ${lines}`} aria-hidden="true">
              <Chips text={value} known={known} />
            </div>
            <Combobox.EventsTarget withKeyboardNavigation={list.store.dropdownOpened}>
              {multiline ? <textarea {...given} rows={1} /> : <input {...given} type="text" />}
            </Combobox.EventsTarget>
            <InsertButton onClick={list.toggle} />
          </div>
        </Combobox.DropdownTarget>
      </Input.Wrapper>
      <VariableList variables={list.matching} values={values} />
    </Combobox>
  )
}

/** The text again, with its variables as chips. */
function Chips({ text, known }: { text: string; known: ReadonlySet<string> }) {
  return (
    <>
      {piecesOf(text).map((piece, i) =>
        piece.variable === undefined ? (
          piece.text
        ) : (
          <mark key={i} className={known.has(piece.variable) ? classes.known : classes.unknown}>
            {piece.text}
          </mark>
        ),
      )}
      {'\u200B'}
    </>
  )
}

function InsertButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('common.tokens.insert')}>
      <ActionIcon
        className={classes.insert ?? ''}
        variant="subtle"
        color="gray"
        size={34}
        aria-label={t('common.tokens.insert')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <IconBraces size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

function VariableList({ variables, values }: Pick<TokenInputProps, 'variables' | 'values'>) {
  const { t } = useTranslation()
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('common.tokens.list')}>
        {variables.map(({ name, description }) => (
          <Combobox.Option key={name} value={name}>
            <span className={classes.option}>
              <span className="k-mono">{`{${name}}`}</span>
              <span className={classes.hint}>{[description, values?.[name]].filter(Boolean).join(' · ')}</span>
            </span>
          </Combobox.Option>
        ))}
        {variables.length === 0 && <Combobox.Empty>{t('common.tokens.none')}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

/** A long single line scrolls inside; the chips behind it follow. */
function scrollChips(event: { currentTarget: Field }): void {
  const back = event.currentTarget.parentElement?.firstElementChild
  if (back) back.scrollLeft = event.currentTarget.scrollLeft
}
