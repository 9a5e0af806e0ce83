/** The access fields of a system, as the system describes them. */
import { Select, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Crm, CrmField } from '../../../contract/business/integration.ts'
import { SecretInput } from '../../parts/secret-input.tsx'

export type AccessForm = UseFormReturnType<{ settings: Record<string, string> }>
/** Possible values of a field, as the system returned them. */
export type Choices = Readonly<Record<string, readonly { id: string; name: string }[]>>

/** Initial values of the form. @param stored saved settings, without their secrets */
export function initialSettings(system: Crm, stored: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(system.fields.map((field) => [field.name, stored[field.name] ?? field.preset]))
}

/** Fills empty fields that have a single choice; undefined when there are none. */
export function withOnlyChoices(
  settings: Readonly<Record<string, string>>,
  choices: Choices = {},
): Record<string, string> | undefined {
  const only = Object.entries(choices).flatMap(([name, all]) =>
    !settings[name] && all.length === 1 && all[0] ? [[name, all[0].id] as const] : [],
  )
  return only.length > 0 ? { ...settings, ...Object.fromEntries(only) } : undefined
}

/** A field that depends on another one is hidden together with it. */
function isAskedFor(system: Crm, settings: Readonly<Record<string, string>>, { shownIf }: CrmField): boolean {
  if (shownIf === null) return true
  const other = system.fields.find(({ name }) => name === shownIf.field)
  return shownIf.values.includes(settings[shownIf.field] ?? '') && (!other || isAskedFor(system, settings, other))
}

type AccessFieldsProps = {
  system: Crm
  form: AccessForm
  choices: Choices
  kept: readonly string[]
  /** Below the address. */
  offer?: ReactNode
}

export function AccessFields({ system, form, choices, kept, offer }: AccessFieldsProps) {
  const { t } = useTranslation()
  const words = `vendors.${system.name as 'vendor'}` as const
  const labelOf = ({ label, name }: CrmField) =>
    label === null ? t(`${words}.fields.${name as 'field'}`) : t(`integration.labels.${label}`)
  const drawn = (field: CrmField): ReactNode => {
    if (!isAskedFor(system, form.values.settings, field)) return null
    // A certificate is only needed where no authority has signed it; then the check offers it.
    if (field.label === 'certificate' && !form.values.settings[field.name]) return null
    const hint = kept.includes(field.name)
      ? t('integration.access.kept')
      : field.isRequired
        ? undefined
        : t('integration.access.optional')
    const path = `settings.${field.name}`
    const known =
      choices[field.name] ??
      field.options.map((id) => ({
        id,
        name: t(`${words}.options.${field.name as 'field'}.${id as 'option'}`),
      }))
    const shared = {
      label: labelOf(field),
      description: hint,
      withAsterisk: field.isRequired,
      ...form.getInputProps(path),
    }
    if (field.kind === 'flag') {
      return (
        <Switch
          key={form.key(path)}
          label={shared.label}
          checked={form.values.settings[field.name] === 'yes'}
          onChange={(event) => form.setFieldValue(path, event.currentTarget.checked ? 'yes' : '')}
        />
      )
    }
    if (field.kind === 'secret')
      return (
        <SecretInput key={form.key(path)} {...shared} maxLength={500} autoComplete="new-password" spellCheck={false} />
      )
    if (known.length > 0) {
      return (
        <Select
          key={form.key(path)}
          {...shared}
          value={form.values.settings[field.name] || null}
          onChange={(value) => form.setFieldValue(path, value ?? '')}
          clearable={!field.isRequired}
          data={known.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )
    }
    return (
      <TextInput
        key={form.key(path)}
        {...shared}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        {...(field.kind === 'url' && { type: 'url', inputMode: 'url' as const, placeholder: 'https://' })}
      />
    )
  }
  return (
    <Stack gap="md">
      {system.fields.map((field, place) => {
        // The address comes first.
        if (place === 1 && offer) return [offer, drawn(field)]
        return drawn(field)
      })}
    </Stack>
  )
}
