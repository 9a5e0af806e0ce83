import { ActionIcon, Collapse, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../contract/people/forms.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { controlId } from './controls.ts'
import { FieldSettings } from './field-settings.tsx'
import { FieldIcon } from './field-icon.tsx'
import classes from './fields.module.css'
import type { Editor } from './use-editor.ts'

type FieldRowProps = {
  field: FormField
  index: number
  grip: ReactNode
  editor: Editor
  variables: readonly Variable[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One field: its label, editable in place, its type and position; its settings below when open. */
export function FieldRow({ field, index, grip, editor, variables, isOpen, onOpen, onMove, onRemove }: FieldRowProps) {
  const { t } = useTranslation()
  const control = `fields.${field.key}`
  const labelError = editor.errors[`${control}.label`]
  const hasFault = Object.keys(editor.errors).some((name) => name.startsWith(`${control}.`))
  const name = field.label || t(`forms.fields.kinds.${field.type}`)
  const errorId = `${controlId(`${control}.label`)}-error`
  return (
    <div className={`${classes.row} ${field.active ? '' : classes.off} ${hasFault ? classes.faulty : ''}`}>
      <div className={classes.head}>
        {grip}
        <span className={classes.icon} title={t(`forms.fields.kinds.${field.type}`)}>
          <FieldIcon type={field.type} />
        </span>
        <div className={classes.texts}>
          <input
            id={controlId(`${control}.label`)}
            className={classes.label}
            value={field.label}
            maxLength={80}
            aria-label={t('forms.fields.labelOf', { position: index + 1 })}
            aria-invalid={labelError ? true : undefined}
            aria-describedby={labelError ? errorId : undefined}
            placeholder={t('forms.fields.label')}
            onChange={(event) => editor.setField(field.key, { label: event.currentTarget.value })}
            onKeyDown={(event) => event.key === 'Enter' && onOpen(true)}
          />
          <span className={classes.facts}>
            {[
              t(`forms.fields.kinds.${field.type}`),
              field.required && t('forms.fields.requiredMark'),
              !field.active && t('forms.fields.off'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        <span className={classes.acts}>
          <RowAct label={t('forms.fields.up', { label: name })} isDisabled={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </RowAct>
          <RowAct
            label={t('forms.fields.down', { label: name })}
            isDisabled={index === editor.settings.fields.length - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} />
          </RowAct>
          <RowAct label={t('forms.fields.remove', { label: name })} onClick={onRemove}>
            <IconTrash size={16} />
          </RowAct>
          <RowAct label={t('forms.fields.open', { label: name })} isExpanded={isOpen} onClick={() => onOpen(!isOpen)}>
            <IconChevronDown size={16} className={isOpen ? classes.turned : undefined} />
          </RowAct>
        </span>
      </div>
      {labelError && (
        <p id={errorId} className={classes.error}>
          {labelError}
        </p>
      )}
      <Collapse expanded={isOpen}>
        {isOpen && <FieldSettings field={field} editor={editor} variables={variables} />}
      </Collapse>
    </div>
  )
}

type RowActProps = {
  label: string
  isDisabled?: boolean
  isExpanded?: boolean
  onClick: () => void
  children: ReactNode
}

function RowAct({ label, isDisabled = false, isExpanded, onClick, children }: RowActProps) {
  return (
    <Tooltip label={label}>
      {/* aria-disabled keeps the focus on the button when a field reaches the end of the list. */}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
        {...(isDisabled && { 'data-disabled': true })}
        onClick={() => !isDisabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
