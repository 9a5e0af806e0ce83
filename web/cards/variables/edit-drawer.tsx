/** Adds or changes a variable; its name is checked while it is typed. */
import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Variable, VariableInput } from '../../../contract/cards/variables.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { applyFields, checkWith } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useCreateVariable, useSaveVariable } from './data.ts'

type EditDrawerProps = {
  isOpen: boolean
  onClose: () => void
  /** The one to change; undefined makes a new one. */
  variable: Variable | undefined
  /** Own variables, so that a taken name is reported while it is typed. */
  others: readonly Variable[]
  /** Its name is used somewhere and stays. */
  isNameKept: boolean
}

export function EditDrawer(props: EditDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      title={t(props.variable ? 'variables.edit.title' : 'variables.edit.newTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <EditForm key={props.variable?.id ?? 'new'} {...props} />
    </Drawer>
  )
}

function EditForm({ variable, others, isNameKept, onClose }: EditDrawerProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const isTaken = (name: string) =>
    others.some((one) => one.id !== variable?.id && one.name.toLowerCase() === name.trim().toLowerCase())
  const check = checkWith(VariableInput)
  const form = useForm<VariableInput>({
    mode: 'controlled',
    initialValues: {
      name: variable?.name ?? '',
      defaultValue: variable?.defaultValue ?? '',
      description: variable?.description ?? '',
    },
    validateInputOnChange: ['name'],
    validate: (values) =>
      isTaken(values.name)
        ? { ...check(values), name: t('refusals.fields.variable_taken', { name: values.name.trim() }) }
        : check(values),
  })
  const showRefused = (refused: Refused) => {
    if (refused.code === 'variable_in_use' || refused.code === 'variable_has_values') {
      form.setFieldError('name', refused.message)
      return true
    }
    return refused.code === 'variable_limit' || applyFields(form, refused)
  }
  const create = useCreateVariable(showRefused)
  const save = useSaveVariable(showRefused)
  const isBusy = create.isBusy || save.isBusy
  const isFull = create.refused?.code === 'variable_limit'
  const submit = form.onSubmit(async (body) => {
    const done = variable
      ? await save.ask({ params: { c, id: variable.id }, body })
      : await create.ask({ params: { c }, body })
    if (done) onClose()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isFull && <StatusBanner tone="danger">{create.refused?.message}</StatusBanner>}
        <TextInput
          label={t('variables.columns.name')}
          maxLength={40}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          description={t(isNameKept ? 'variables.edit.nameKept' : 'variables.edit.nameHint')}
          disabled={isNameKept}
          {...(isNameKept ? { leftSection: <IconLock size={16} aria-hidden="true" /> } : { 'data-autofocus': true })}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('variables.columns.default')}
          description={t('variables.edit.defaultHint')}
          maxLength={200}
          {...(isNameKept && { 'data-autofocus': true })}
          {...form.getInputProps('defaultValue')}
        />
        <TextInput
          label={t('variables.columns.description')}
          description={t('variables.edit.descriptionHint')}
          maxLength={200}
          {...form.getInputProps('description')}
        />
        {variable && form.values.defaultValue !== variable.defaultValue && (
          <Text className="k-small" c="dimmed">
            {t('variables.edit.cardsFollow')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('common.cancel')}
          </Button>
          <WriteButton type="submit" loading={isBusy} aria-busy={isBusy}>
            {t(variable ? 'common.save' : 'variables.edit.create')}
          </WriteButton>
        </Group>
      </Stack>
    </form>
  )
}
