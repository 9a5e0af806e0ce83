/** Name, scopes and end date of a new key. */
import { Checkbox, Drawer, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { KeyInput, type NewKey } from '../../../contract/platform/keys.ts'
import { type Scope, SCOPES } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { useCreateKey } from './data.ts'
import { endOf, type Span, SPANS } from './end-date.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { scopeKey } from './scope-key.ts'

type CreateDrawerProps = { isOpen: boolean; onClose: () => void; onCreated: (key: NewKey) => void }

export function CreateDrawer({ isOpen, onClose, onCreated }: CreateDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('keys.drawer.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <CreateForm onClose={onClose} onCreated={onCreated} />
    </Drawer>
  )
}

const check = checkWith(KeyInput.pick({ name: true, scopes: true }))

function CreateForm({ onClose, onCreated }: Omit<CreateDrawerProps, 'isOpen'>) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const again = usePasswordAgain()
  const form = useForm<{ name: string; scopes: Scope[]; span: Span; endsAt: string }>({
    mode: 'controlled',
    initialValues: { name: '', scopes: [], span: 'forever', endsAt: '' },
    validate: (values) => {
      const end = endOf(values.span, values.endsAt, new Date())
      return { ...check(values), ...(end === undefined && { endsAt: t('refusals.fields.required') }) }
    },
  })
  const create = useCreateKey(form, (refused) => refused.code === 'key_limit' || again.showRefused(refused))
  const submit = form.onSubmit(async ({ name, scopes, span, endsAt }) => {
    const key = await create.ask({
      params: { c },
      body: { name, scopes, endsAt: endOf(span, endsAt, new Date()) ?? null, ...again.given },
    })
    if (!key) return
    create.reset()
    onCreated(key)
  })
  const spanText = (span: Span) =>
    span === 'forever' || span === 'day'
      ? t(`keys.drawer.${span}`)
      : span === '365'
        ? t('keys.drawer.year')
        : t('keys.drawer.days', { count: Number(span) })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {create.refused?.code === 'key_limit' && <StatusBanner tone="danger">{create.refused.message}</StatusBanner>}
        <TextInput
          label={t('keys.drawer.name')}
          description={t('keys.drawer.nameHint')}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group
          label={t('keys.drawer.scopes')}
          description={t('keys.drawer.scopesHint')}
          {...form.getInputProps('scopes')}
        >
          <Stack gap="sm" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`keys.scopes.${scopeKey(scope)}`)}
                description={t(`keys.scopeHints.${scopeKey(scope)}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label={t('keys.drawer.ends')}
          data={SPANS.map((span) => ({ value: span, label: spanText(span) }))}
          {...form.getInputProps('span')}
        />
        {form.values.span === 'day' && (
          <DayInput
            label={t('keys.drawer.dayLabel')}
            value={form.values.endsAt}
            error={form.errors.endsAt}
            onChange={(day) => form.setFieldValue('endsAt', day)}
          />
        )}
        {again.field}
        <FormButtons submitLabel={t('keys.drawer.submit')} isBusy={create.isBusy} onCancel={onClose} />
      </Stack>
    </form>
  )
}
