import { Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_PROVIDERS } from '../../../contract/people/sms-providers.ts'
import { type SmsConnection, verification } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { type Tone, StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useSendTest } from './acts.ts'

/** Sends the saved text to a number; the result stays on the page. */
export function TestCard({ connected }: { connected: NonNullable<SmsConnection['connected']> }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const provider = SMS_PROVIDERS[connected.smsType].name
  const form = useForm({
    mode: 'controlled',
    initialValues: { phone: '' },
    validate: checkWith(verification.sendTestSms.body),
  })
  const [result, setResult] = useState<{ tone: Tone; text: string } | null>(null)
  const send = useSendTest((refused) => {
    if (refused.fields.phone) form.setFieldError('phone', refused.fields.phone.message)
    else setResult({ tone: 'danger', text: refused.message })
    return true
  })
  if (role !== 'owner') return null
  const submit = form.onSubmit(async (body) => {
    setResult(null)
    const sent = await send.ask({ params: { c }, body })
    if (sent)
      setResult(
        sent.isCertain
          ? { tone: 'success', text: t('verification.test.sent', { provider, phone: sent.phone }) }
          : { tone: 'warning', text: t('verification.test.unsure', { provider }) },
      )
  })
  return (
    <Paper component="section" p="lg" aria-labelledby="test-title">
      <form noValidate onSubmit={submit}>
        <Stack gap="md" maw={460}>
          <div>
            <Title order={2} id="test-title">
              {t('verification.test.title')}
            </Title>
            <Text c="dimmed">{t('verification.test.text')}</Text>
          </div>
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={32}
            label={t('verification.test.phone')}
            description={t('codes.hint')}
            {...form.getInputProps('phone')}
          />
          <div role="status">{result && <StatusBanner tone={result.tone}>{result.text}</StatusBanner>}</div>
          <Group>
            <WriteButton type="submit" variant="default" loading={send.isBusy} aria-busy={send.isBusy}>
              {t('verification.test.send')}
            </WriteButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
