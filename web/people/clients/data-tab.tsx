import { Button, Select, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CLIENT_FIELD_NAMES, type ClientFieldName } from '../../../contract/people/client-fields.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { DayInput } from '../../parts/day/day-input.tsx'
import type { Draft } from './client-draft.ts'
import classes from './clients.module.css'
import { DeclaredField } from './declared-field.tsx'
import { inputId } from './input-id.ts'
import { useTemplates, useVariables } from './data.ts'

type DataTabProps = {
  draft: Draft
  /** Errors by field; extra fields as `extra.<name>`. */
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<Draft>) => void
  /** Asks to add, take or set an amount. */
  onAmount: () => void
  /** What is exchanged with the CRM; saved separately. */
  crm: ReactNode
}

/** Everything about a client that the cabinet may change. */
export function DataTab({ draft, errors, onChange, onAmount, crm }: DataTabProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const points = usePoints()
  const mayChangeAmounts = useHasRight('amounts')
  const templates = (useTemplates(cabinet.id).data?.templates ?? []).filter(
    (one) => !one.isArchived || one.id === draft.template,
  )
  const text = (field: TextField, more: TextInputProps = {}) => (
    <TextInput
      key={field}
      id={inputId(field)}
      label={field === 'bonus' ? points.name : t(`clients.client.fields.${field}`)}
      value={draft[field]}
      error={errors[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      autoComplete="off"
      {...more}
    />
  )
  const amount = (field: 'balance' | 'bonus' | 'discount') =>
    text(field, {
      inputMode: field === 'bonus' && !points.hasDecimals ? 'numeric' : 'decimal',
      placeholder: '0',
      ...(!mayChangeAmounts && { readOnly: true, variant: 'filled' }),
    })
  return (
    <div className={classes.groups}>
      <Fieldset legend={t('clients.client.groups.personal')}>
        {CLIENT_FIELD_NAMES.map((name) => (
          <DeclaredField
            key={name}
            name={name}
            label={t(`clients.client.fields.${name}`)}
            value={draft[name]}
            error={errors[name]}
            onChange={onChange}
          />
        ))}
        <DayInput
          id={inputId('birthday')}
          label={t('clients.client.fields.birthday')}
          value={draft.birthday}
          error={errors.birthday}
          onChange={(birthday) => onChange({ birthday })}
        />
        <Select
          id={inputId('sex')}
          label={t('clients.client.fields.sex')}
          data={[
            { value: '', label: t('clients.sex.none') },
            { value: 'female', label: t('clients.sex.female') },
            { value: 'male', label: t('clients.sex.male') },
          ]}
          value={draft.sex}
          onChange={(value) => onChange({ sex: (value ?? '') as Draft['sex'] })}
          allowDeselect={false}
        />
      </Fieldset>
      <Fieldset legend={t('clients.client.groups.contacts')}>
        {text('tel', {
          type: 'tel',
          inputMode: 'tel',
          maxLength: 32,
          description: t('clients.client.hints.tel'),
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
        {text('email', { type: 'email', inputMode: 'email', maxLength: 254 })}
      </Fieldset>
      <Fieldset
        legend={t('clients.client.groups.loyalty')}
        help={t('clients.client.hints.follows')}
        {...(!mayChangeAmounts && { locked: t('clients.client.hints.amountsLocked') })}
      >
        {mayChangeAmounts && (
          <Button
            variant="default"
            className={classes.amount ?? ''}
            leftSection={<IconPlusMinus size={16} aria-hidden="true" />}
            onClick={onAmount}
          >
            {t('holders.amount.button')}
          </Button>
        )}
        {amount('balance')}
        {amount('bonus')}
        {amount('discount')}
        {text('promoCode', { maxLength: 40 })}
        <Select
          id={inputId('template')}
          label={t('clients.client.fields.template')}
          description={t('clients.client.hints.template')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={templates.map((template) => ({ value: template.id, label: template.name }))}
          value={draft.template}
          error={errors.template}
          onChange={(value) => value && onChange({ template: value })}
          allowDeselect={false}
          searchable={templates.length > 7}
        />
      </Fieldset>
      {crm}
      <ExtraFields draft={draft} errors={errors} onChange={onChange} />
    </div>
  )
}

type TextField = ClientFieldName | 'birthday' | 'tel' | 'email' | 'balance' | 'bonus' | 'discount' | 'promoCode'

/** @param props.locked why some of the fields can only be read */
function Fieldset(props: { legend: string; help?: string; locked?: string; children: ReactNode }) {
  const { legend, help, locked, children } = props
  return (
    <section className={classes.group} aria-label={legend}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {legend}
      </Text>
      {help && (
        <Text className="k-small" c="dimmed">
          {help}
        </Text>
      )}
      {locked && <Text className="k-small">{locked}</Text>}
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** The cabinet's own variables, and values that the client still has of deleted ones. */
function ExtraFields({ draft, errors, onChange }: Pick<DataTabProps, 'draft' | 'errors' | 'onChange'>) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const own = (useVariables(cabinet.id).data ?? []).filter((variable) => !variable.isSystem)
  const orphans = Object.keys(draft.extra).filter(
    (name) => draft.extra[name] !== '' && !own.some((variable) => variable.name === name),
  )
  const rows: Pick<Variable, 'name' | 'description' | 'defaultValue'>[] = [
    ...own,
    ...orphans.map((name) => ({ name, description: '', defaultValue: '' })),
  ]
  if (rows.length === 0) return null
  return (
    <Fieldset legend={t('clients.client.groups.extra')} help={t('clients.client.hints.extra')}>
      {rows.map(({ name, description, defaultValue }) => (
        <TextInput
          key={name}
          id={inputId(`extra.${name}`)}
          label={description || name}
          description={defaultValue && t('clients.client.hints.defaultValue', { value: defaultValue })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.extra[name] ?? ''}
          error={errors[`extra.${name}`]}
          maxLength={200}
          onChange={(event) => onChange({ extra: { ...draft.extra, [name]: event.currentTarget.value } })}
          autoComplete="off"
        />
      ))}
    </Fieldset>
  )
}
