/** Settings of one field, by its type. */
import { Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../contract/people/forms.ts'
import { PHONE_MASKS, type PhoneMask, REGEX_MAX_LENGTH } from '../../../contract/limits.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { tagOf } from '../../../words/words.ts'
import { useLanguage } from '../../base/words.ts'
import { controlId } from './controls.ts'
import { ExpressionTrial } from './expression-trial.tsx'
import { isClientVariable, variableChoices } from './field-kinds.ts'
import classes from './fields.module.css'
import { ListValues } from './list-values.tsx'
import { countryName } from './phone-countries.ts'
import { PromoWay } from './promo-way.tsx'
import type { Editor } from './use-editor.ts'

type FieldSettingsProps = { field: FormField; editor: Editor; variables: readonly Variable[] }

export function FieldSettings({ field, editor, variables }: FieldSettingsProps) {
  const { t } = useTranslation()
  const set = (patch: Partial<FormField>) => editor.setField(field.key, patch)
  const control = (name: string) => `fields.${field.key}.${name}`
  const errorOf = (name: string) => editor.errors[control(name)]
  return (
    <Stack gap="sm" className={classes.settings}>
      <Group gap="lg">
        <Checkbox
          label={t('forms.fields.required')}
          checked={field.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('forms.fields.active')}
          checked={field.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
        {field.type === 'checkbox' && (
          <Checkbox
            label={t('forms.fields.checked')}
            checked={field.checked}
            onChange={(event) => set({ checked: event.currentTarget.checked })}
          />
        )}
      </Group>
      <VariableSelect field={field} editor={editor} variables={variables} />
      {field.type === 'string' && field.variableName === 'promo' && (
        <PromoWay field={field} editor={editor} error={errorOf('isHidden')} />
      )}
      {field.type === 'tel' && <MaskSelect value={field.mask} onChange={(mask) => set({ mask })} />}
      {field.type === 'list' && (
        <ListValues field={field} error={errorOf('values')} onChange={(values) => set({ values })} />
      )}
      {field.type === 'regex' && (
        <>
          <TextInput
            id={controlId(control('regularExpression'))}
            label={t('forms.fields.expression')}
            description={t('forms.fields.expressionHint')}
            value={field.regularExpression}
            maxLength={REGEX_MAX_LENGTH}
            error={errorOf('regularExpression')}
            classNames={{ input: 'k-mono' }}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder="[A-Z]{2}\d{4}"
            onChange={(event) => set({ regularExpression: event.currentTarget.value })}
          />
          <ExpressionTrial source={field.regularExpression} isRefused={errorOf('regularExpression') !== undefined} />
        </>
      )}
      <TextInput
        id={controlId(control('errorMessage'))}
        label={t('forms.fields.errorMessage')}
        description={t('forms.fields.errorMessageHint')}
        maxLength={160}
        value={field.errorMessage}
        error={errorOf('errorMessage')}
        onChange={(event) => set({ errorMessage: event.currentTarget.value })}
      />
    </Stack>
  )
}

function VariableSelect({ field, editor, variables }: FieldSettingsProps) {
  const { t } = useTranslation()
  const choices = variableChoices(field, editor.settings.fields, variables)
  const nameOf = (name: string) => (isClientVariable(name) ? t(`forms.fields.variables.${name}`) : name)
  const option = ({ name, isTaken }: (typeof choices)[number]) => ({
    value: name,
    label: isTaken ? t('forms.fields.variableTaken', { name: nameOf(name) }) : nameOf(name),
    disabled: isTaken,
  })
  const groups = [
    { group: t('forms.fields.clientColumns'), items: choices.filter((choice) => choice.isClient).map(option) },
    { group: t('forms.fields.ownVariables'), items: choices.filter((choice) => !choice.isClient).map(option) },
  ].filter((group) => group.items.length > 0)
  const error = editor.errors[`fields.${field.key}.variableName`]
  return (
    <div>
      <Select
        id={controlId(`fields.${field.key}.variableName`)}
        label={t('forms.fields.variable')}
        description={t('forms.fields.variableHint')}
        placeholder={t('forms.fields.variablePick')}
        data={groups}
        value={field.variableName || null}
        error={error}
        allowDeselect={false}
        searchable={choices.length > 8}
        onChange={(variableName) =>
          variableName && editor.setField(field.key, { variableName, ...(field.isHidden && { isHidden: false }) })
        }
      />
      {field.variableName === 'sex' && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('forms.fields.sexHint')}
        </Text>
      )}
      {choices.every((choice) => choice.isTaken) && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('forms.fields.noVariable')}
        </Text>
      )}
    </div>
  )
}

function MaskSelect({ value, onChange }: { value: PhoneMask; onChange: (mask: PhoneMask) => void }) {
  const { t } = useTranslation()
  const tag = tagOf(useLanguage())
  const labelOf = (mask: PhoneMask) => {
    const name = countryName(mask, tag)
    if (!name) return t('forms.fields.maskWorld')
    const own = mask === 'ruMobile' ? t('forms.fields.maskMobile', { country: name.own }) : name.own
    return name.read === null ? own : `${own} (${name.read})`
  }
  const [world, ...countries] = PHONE_MASKS.map((mask) => ({ value: mask, label: labelOf(mask) }))
  const sorted = countries.sort((one, other) => one.label.localeCompare(other.label, tag))
  return (
    <Select
      label={t('forms.fields.mask')}
      data={world ? [world, ...sorted] : sorted}
      value={value}
      allowDeselect={false}
      searchable
      onChange={(mask) => mask && onChange(mask as PhoneMask)}
    />
  )
}
