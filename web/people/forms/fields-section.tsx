/** The fields of the form, one of them open with its settings. */
import { Button, Menu, Text } from '@mantine/core'
import { IconPlus, IconTicket } from '@tabler/icons-react'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../contract/people/forms.ts'
import { FIELD_TYPES, type FieldType, FORM_FIELDS_MAX } from '../../../contract/limits.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { undoToast } from '../../parts/undo-toast.tsx'
import { controlId } from './controls.ts'
import { moved } from './draft.ts'
import classes from './fields.module.css'
import { newField, newPromoField } from './field-kinds.ts'
import { FieldIcon } from './field-icon.tsx'
import { FieldRow } from './field-row.tsx'
import { Section } from './section.tsx'
import type { Editor } from './use-editor.ts'

const DragList = lazy(() => import('../../parts/drag-list.tsx').then((file) => ({ default: file.DragList })))

type FieldsSectionProps = {
  editor: Editor
  variables: readonly Variable[]
  /** Key of the field whose settings are open. */
  openKey: string | null
  onOpen: (key: string | null) => void
}

export function FieldsSection({ editor, variables, openKey, onOpen }: FieldsSectionProps) {
  const { t } = useTranslation()
  const { fields } = editor.settings
  const [announcement, setAnnouncement] = useState('')
  const move = (from: number, to: number) => {
    const field = fields[from]
    if (!field || to < 0 || to >= fields.length) return
    editor.setFields('fields.order', (all) => moved(all, from, to))
    setAnnouncement(t('forms.fields.movedTo', { label: field.label, position: to + 1, total: fields.length }))
  }
  const remove = (field: FormField) => {
    const index = fields.findIndex((one) => one.key === field.key)
    editor.setFields(`fields.remove.${field.key}`, (all) => all.filter((one) => one.key !== field.key))
    const next = fields[index + 1] ?? fields[index - 1]
    requestAnimationFrame(() =>
      document.getElementById(next ? controlId(`fields.${next.key}.label`) : controlId('fields.add'))?.focus(),
    )
    undoToast({
      message: t('forms.fields.removed', { label: field.label }),
      undo: () =>
        editor.setFields(`fields.restore.${field.key}`, (all) =>
          all.some((one) => one.key === field.key) ? [...all] : all.toSpliced(Math.min(index, all.length), 0, field),
        ),
    })
  }
  const row = (field: FormField, index: number, grip: ReactNode) => (
    <FieldRow
      field={field}
      index={index}
      grip={grip}
      editor={editor}
      variables={variables}
      isOpen={openKey === field.key}
      onOpen={(isOpen) => onOpen(isOpen ? field.key : null)}
      onMove={(by) => move(index, index + by)}
      onRemove={() => remove(field)}
    />
  )
  const still = (
    <ol className={classes.list}>
      {fields.map((field, index) => (
        <li key={field.key} className={classes.item}>
          {row(field, index, <span className={classes.grip} />)}
        </li>
      ))}
    </ol>
  )
  return (
    <Section name="fields" lead={t('forms.fields.lead')}>
      <div className="k-unseen" role="status">
        {announcement}
      </div>
      {fields.length === 0 && <StatusBanner tone="warning">{t('forms.fields.empty')}</StatusBanner>}
      {fields.length > 0 && (
        <Suspense fallback={still}>
          <DragList
            rows={fields.map((field, index) => ({ key: field.key, render: (grip) => row(field, index, grip) }))}
            onMove={move}
            classNames={classes}
          />
        </Suspense>
      )}
      {editor.errors.fields && (
        <Text c="red" size="sm" role="alert">
          {editor.errors.fields}
        </Text>
      )}
      {fields.length > 0 && !fields.some((field) => field.active && field.variableName === 'tel') && (
        <StatusBanner tone="info">{t('forms.fields.noPhone')}</StatusBanner>
      )}
      <AddField
        isFull={fields.length >= FORM_FIELDS_MAX}
        hasPromo={fields.some((field) => field.active && field.variableName === 'promo')}
        onAdd={(type) => {
          const field =
            type === 'promo'
              ? newPromoField(fields, t('forms.fields.promoKind'))
              : newField(type, fields, variables, {
                  label: t(`forms.fields.newLabels.${type}`),
                  value: t('forms.fields.newValue'),
                })
          editor.setFields(`fields.add.${field.key}`, (all) => [...all, field])
          onOpen(field.key)
          requestAnimationFrame(() =>
            (document.getElementById(controlId(`fields.${field.key}.label`)) as HTMLInputElement | null)?.select(),
          )
        }}
      />
    </Section>
  )
}

function AddField({
  isFull,
  hasPromo,
  onAdd,
}: {
  isFull: boolean
  hasPromo: boolean
  onAdd: (type: FieldType | 'promo') => void
}) {
  const { t } = useTranslation()
  return (
    <div>
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <Button
            id={controlId('fields.add')}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={isFull}
          >
            {t('forms.fields.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FIELD_TYPES.map((type) => (
            <Menu.Item key={type} leftSection={<FieldIcon type={type} />} onClick={() => onAdd(type)}>
              <span className={classes.kind}>{t(`forms.fields.kinds.${type}`)}</span>
              <span className={classes.kindHint}>{t(`forms.fields.kindHints.${type}`)}</span>
            </Menu.Item>
          ))}
          {!hasPromo && (
            <Menu.Item
              leftSection={<IconTicket size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => onAdd('promo')}
            >
              <span className={classes.kind}>{t('forms.fields.promoKind')}</span>
              <span className={classes.kindHint}>{t('forms.fields.promoKindHint')}</span>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isFull && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('forms.fields.full', { max: FORM_FIELDS_MAX })}
        </Text>
      )}
    </div>
  )
}
