/** An own issuer: the Google account proved by a code, the issuer's number, and the key of its service account. */
import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoogleIssuer } from '../../../contract/cards/issuers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { Refused } from '../../base/refused.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useSaveGoogle, useSendGmailCode } from './google-data.ts'

type Field = 'gmail' | 'code' | 'issuerId' | 'serviceAccountKey'

export function GoogleForm({ saved, onClose }: { saved: GoogleIssuer['own']; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [values, setValues] = useState({
    gmail: saved?.gmail ?? '',
    code: '',
    issuerId: saved?.issuerId ?? '',
    serviceAccountKey: '',
  })
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [sentTo, setSentTo] = useState('')
  const showFields = ({ fields }: Refused) => {
    const found = Object.entries(fields).map(([field, { message }]) => [field === 'email' ? 'gmail' : field, message])
    setErrors(Object.fromEntries(found) as typeof errors)
    return found.length > 0
  }
  const save = useSaveGoogle(c, showFields)
  const sendCode = useSendGmailCode(showFields)
  const field = (name: Field) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save.ask({ params: { c }, body: values })) onClose()
  }
  const send = async () => {
    if (await sendCode.ask({ params: { c }, body: { email: values.gmail } })) setSentTo(values.gmail)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text c="dimmed">{t('certificates.google.form.steps')}</Text>
        <TextInput
          type="email"
          label={t('certificates.google.form.gmail')}
          description={t('certificates.google.form.gmailHint')}
          {...field('gmail')}
        />
        <Group gap="sm">
          <WriteButton
            variant="default"
            onClick={() => void send()}
            loading={sendCode.isBusy}
            aria-busy={sendCode.isBusy}
          >
            {t('certificates.google.form.send')}
          </WriteButton>
          <Text role="status" size="sm">
            {sentTo !== '' && t('certificates.google.form.sent', { email: sentTo })}
          </Text>
        </Group>
        <TextInput
          inputMode="numeric"
          label={t('certificates.google.form.code')}
          description={t('certificates.google.form.codeHint')}
          {...field('code')}
          autoComplete="one-time-code"
        />
        <TextInput
          inputMode="numeric"
          label={t('certificates.google.form.issuerId')}
          description={t('certificates.google.form.issuerHint')}
          {...field('issuerId')}
        />
        <Textarea
          label={t('certificates.google.form.key')}
          description={t('certificates.google.form.keyHint')}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          {...field('serviceAccountKey')}
        />
        <FormButtons submitLabel={t('certificates.google.form.submit')} isBusy={save.isBusy} onCancel={onClose} />
      </Stack>
    </form>
  )
}
