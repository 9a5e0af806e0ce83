/**
 * A text with values of the client in it, as chips with names that an owner knows. They are typed with `/` or put in
 * by a button; what is stored is the text with its `{variables}`.
 */
import type { EditorView } from '@codemirror/view'
import { ActionIcon, Combobox, Input, Tooltip } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './token-input.module.css'
import { piecesOf, type Token } from './tokens.ts'
import { useTokenList } from './use-token-list.ts'

const ChipEditor = lazy(() => import('./chip-editor.tsx'))

type TokenInputProps = {
  value: string
  onChange: (value: string) => void
  /** Empty while they are loading. */
  tokens: readonly Token[]
  label: string
  id?: string | undefined
  description?: ReactNode
  error?: ReactNode
  placeholder?: string | undefined
  maxLength?: number | undefined
  isRequired?: boolean
  isDisabled?: boolean
  /** Has the focus as soon as it is shown. */
  isFocused?: boolean
  /** Grows with its lines. */
  multiline?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

export function TokenInput(props: TokenInputProps) {
  const { value, tokens, label, description, isRequired = false, isDisabled = false, multiline = false } = props
  const { t } = useTranslation()
  const ownId = useId()
  const id = props.id ?? ownId
  const view = useRef<EditorView | null>(null)
  const list = useTokenList(view, tokens)
  const unknown = useMemo(() => unknownIn(value, tokens), [value, tokens])
  const error = props.error ?? (unknown === undefined ? undefined : t('common.tokens.unknown', { name: unknown }))
  // The wrapper takes its id for itself, too.
  const box = `${id}-box`
  const describedBy = [description ? `${box}-description` : '', error ? `${box}-error` : ''].join(' ').trim()
  const attributes = {
    id,
    'aria-labelledby': `${box}-label`,
    'aria-invalid': String(Boolean(error)),
    'aria-required': String(isRequired),
    'aria-autocomplete': 'list',
    ...(describedBy !== '' && { 'aria-describedby': describedBy }),
    ...(list.marked !== null && {
      'aria-controls': list.listId,
      'aria-activedescendant': list.optionId(list.marked),
    }),
  }
  return (
    <Combobox
      store={list.store}
      onOptionSubmit={list.insert}
      position="bottom-start"
      withinPortal
      // A drawer around the field keeps its Escape for itself.
      onClose={() => list.store.closeDropdown()}
    >
      <Input.Wrapper
        id={box}
        label={label}
        labelElement="div"
        labelProps={{ onClick: () => view.current?.focus() }}
        description={description}
        error={error}
        required={isRequired}
      >
        <Combobox.DropdownTarget>
          <div
            className={classes.box}
            data-error={Boolean(error)}
            data-disabled={isDisabled}
            data-multiline={multiline}
            onKeyDown={props.onKeyDown}
          >
            <Suspense fallback={<div className={classes.loading}>{value}</div>}>
              <ChipEditor
                value={value}
                onChange={props.onChange}
                tokens={tokens}
                attributes={attributes}
                placeholder={props.placeholder ?? ''}
                isMultiline={multiline}
                isDisabled={isDisabled}
                isFocused={props.isFocused ?? false}
                max={props.maxLength}
                list={list.keys}
                onMove={list.follow}
                onBlur={() => list.store.closeDropdown()}
                onReady={(editor) => (view.current = editor)}
              />
            </Suspense>
            {!isDisabled && <InsertButton onClick={list.toggle} />}
          </div>
        </Combobox.DropdownTarget>
      </Input.Wrapper>
      <TokenList list={list} />
    </Combobox>
  )
}

/** The first value that no client has; nothing while the list of them is still loading. */
function unknownIn(text: string, tokens: readonly Token[]): string | undefined {
  if (tokens.length === 0) return undefined
  return piecesOf(text).find(
    ({ token }) => token !== undefined && token !== '%@' && !tokens.some((one) => one.raw === token),
  )?.token
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
        <IconTag size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

function TokenList({ list }: { list: ReturnType<typeof useTokenList> }) {
  const { t } = useTranslation()
  return (
    <Combobox.Dropdown>
      <Combobox.Options
        id={list.listId}
        mah={280}
        style={{ overflowY: 'auto' }}
        aria-label={t('common.tokens.list')}
        labelledBy=""
        // It scrolls, so it can be focused; the field keeps the focus when the mouse takes the scroll bar.
        tabIndex={0}
        onMouseDown={(event) => event.preventDefault()}
      >
        {list.matching.map((token, i) => (
          <Combobox.Option
            key={token.raw}
            id={list.optionId(i)}
            value={token.raw}
            selected={i === list.marked}
            aria-selected={i === list.marked}
          >
            <span className={classes.option}>
              <span>{token.label}</span>
              <span className={classes.hint}>
                {[token.hint, token.example && t('common.tokens.example', { value: token.example })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </Combobox.Option>
        ))}
        {list.matching.length === 0 && <Combobox.Empty>{t('common.tokens.none')}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
