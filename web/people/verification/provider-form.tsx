/** The keys that a provider needs, and where to find them; they can be tested before they are saved. */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_FIELDS, SMS_PROVIDERS, type SmsField, type SmsType } from '../../../contract/people/sms-providers.ts'
import { type SmsCheck, type SmsConnection, SmsProviderInput } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useLeaveGuard } from '../../base/leave.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useCheck, useSaveProvider } from './acts.ts'
import { labelOf } from './labels.ts'

type ProviderFormProps = {
  type: SmsType
  connected: SmsConnection['connected']
  onRemove?: () => void
  onOther?: () => void
}

export function ProviderForm({ type, connected, onRemove, onOther }: ProviderFormProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const { name } = SMS_PROVIDERS[type]
  const form = useForm<SmsProviderInput>({
    mode: 'controlled',
    validate: checkWith(SmsProviderInput),
    initialValues: {
      smsType: type,
      login: connected?.login ?? '',
      password: '',
      apiKey: '',
      smsFrom: connected?.smsFrom ?? '',
    },
    onValuesChange: () => setResult(null),
  })
  const [result, setResult] = useState<SmsCheck | null>(null)
  const [blocked, setBlocked] = useState<string | null>(null)
  const check = useCheck(form)
  const save = useSaveProvider(form, (refused) => {
    if (refused.code !== 'sms_other_connected') return false
    setBlocked(refused.message)
    return true
  })
  const isDirty = form.isDirty()
  const send = async (body: SmsProviderInput) => {
    setBlocked(null)
    return (await save.ask({ params: { c }, body })) !== undefined
  }
  const leave = useLeaveGuard(isDirty, () =>
    form.validate().hasErrors ? Promise.resolve(false) : send(form.getValues()),
  )
  const tryKeys = async () => {
    if (form.validate().hasErrors) return
    setResult(null)
    setResult((await check.ask({ params: { c }, body: form.getValues() })) ?? null)
  }
  return (
    <form noValidate autoComplete="off" onSubmit={form.onSubmit((values) => void send(values))}>
      <Stack gap="md" maw={460}>
        {blocked !== null && <StatusBanner tone="warning">{blocked}</StatusBanner>}
        {!connected && <Text fw={600}>{name}</Text>}
        <WhereToFind type={type} />
        <Fields type={type} connected={connected} form={form} />
        <div role="status">{result && <Result name={name} result={result} />}</div>
        <Group gap="xs">
          <WriteButton
            type="submit"
            variant={isDirty ? 'filled' : 'default'}
            disabled={!isDirty}
            loading={save.isBusy}
            aria-busy={save.isBusy}
          >
            {t(connected ? 'verification.check.save' : 'verification.check.connect')}
          </WriteButton>
          <WriteButton variant="default" onClick={() => void tryKeys()} loading={check.isBusy} aria-busy={check.isBusy}>
            {t('verification.check.button')}
          </WriteButton>
          {onOther && (
            <Button variant="subtle" color="gray" onClick={onOther}>
              {t('verification.provider.other')}
            </Button>
          )}
          {onRemove && (
            <Button variant="subtle" color="red" onClick={onRemove}>
              {t('verification.remove.button')}
            </Button>
          )}
        </Group>
      </Stack>
      {leave}
    </form>
  )
}

function WhereToFind({ type }: Pick<ProviderFormProps, 'type'>) {
  const { t } = useTranslation()
  const { site } = SMS_PROVIDERS[type]
  return (
    <div>
      <Text className="k-small" fw={600}>
        {t('verification.provider.where')}
      </Text>
      <Text className="k-small" c="dimmed">
        {t(`verification.where.${type}`)}
      </Text>
      <Anchor className="k-small" href={site} target="_blank" rel="noopener noreferrer">
        {t('verification.provider.site', { site: new URL(site).host.replace('www.', '') })}
      </Anchor>
    </div>
  )
}

const LENGTHS: Readonly<Partial<Record<SmsField, number>>> = { apiKey: 500, smsFrom: 34 }

type FieldsProps = Pick<ProviderFormProps, 'type' | 'connected'> & { form: UseFormReturnType<SmsProviderInput> }

function Fields({ type, connected, form }: FieldsProps) {
  const { t } = useTranslation()
  const { fields } = SMS_PROVIDERS[type]
  const isSecret = (field: SmsField) => field === 'password' || field === 'apiKey'
  /** The input of a stored key may stay empty. */
  const isKept = (field: SmsField) =>
    (field === 'password' && connected?.hasPassword === true) || (field === 'apiKey' && connected?.hasApiKey === true)
  const hintOf = (field: SmsField) => {
    if (isKept(field)) return t('verification.fields.kept')
    if (field === 'smsFrom')
      return t(fields.smsFrom === 'required' ? 'verification.fields.senderHint' : 'verification.fields.senderOptional')
    if (field === 'login' && type === 'infobip') return t('verification.fields.ownAddressHint')
    if (field === 'apiKey' && type === 'twilio') return t('verification.fields.apiKeySidHint')
    return fields[field] === 'either' ? t('verification.fields.either') : undefined
  }
  return SMS_FIELDS.filter((field) => fields[field] !== undefined).map((field) => {
    const Input = isSecret(field) ? SecretInput : TextInput
    return (
      <Input
        key={field}
        label={t(`verification.fields.${labelOf(type, field)}`)}
        description={hintOf(field)}
        withAsterisk={fields[field] === 'required' && !isKept(field)}
        maxLength={LENGTHS[field] ?? 200}
        autoComplete={isSecret(field) ? 'new-password' : 'off'}
        spellCheck={false}
        {...form.getInputProps(field)}
      />
    )
  })
}

function Result({ name, result }: { name: string; result: SmsCheck }) {
  const { t } = useTranslation()
  if (result.failure !== null)
    return (
      <StatusBanner tone={result.failure === 'temporary' || result.failure === 'throttled' ? 'warning' : 'danger'}>
        {t(`verification.failures.${result.failure}`)}
      </StatusBanner>
    )
  const { balance } = result
  return (
    <StatusBanner tone="success">
      {balance
        ? t('verification.check.rightBalance', { provider: name, balance: `${balance.amount} ${balance.currency}` })
        : t('verification.check.right', { provider: name })}
    </StatusBanner>
  )
}
