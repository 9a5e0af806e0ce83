import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Phone } from '../../../contract/page.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { secondsToWait, useSendCode } from './ask.ts'
import { CodeEntry } from './code-entry.tsx'

const Asked = z.object({ phone: Phone })

/** The main phone of the account: first its number, then the code that was sent there. */
export function PhoneDrawer({ title, known, onClose }: { title: string; known: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<{ phone: string; waitSeconds: number } | null>(null)
  return (
    <Drawer opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      {sent === null ? (
        <NumberForm known={known} onClose={onClose} onSent={(phone, waitSeconds) => setSent({ phone, waitSeconds })} />
      ) : (
        <CodeEntry {...sent} onConfirmed={onClose} onOtherNumber={() => setSent(null)} />
      )}
    </Drawer>
  )
}

function NumberForm({
  known,
  onClose,
  onSent,
}: {
  known: string
  onClose: () => void
  onSent: (phone: string, waitSeconds: number) => void
}) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({ initialValues: { phone: known }, validate: checkWith(Asked) })
  const again = usePasswordAgain()
  const [blocked, setBlocked] = useState<string | null>(null)
  const send = useSendCode((refused) => {
    const seconds = secondsToWait(refused)
    const field = refused.fields.phone
    if (again.showRefused(refused)) return true
    if (seconds !== undefined) onSent(form.getValues().phone, seconds)
    else if (field) form.setFieldError('phone', field.message)
    else setBlocked(refused.message)
    return true
  })
  const submit = form.onSubmit(async ({ phone }) => {
    setBlocked(null)
    const done = await send.ask({ body: { codeType: 'cabinet_phone', phone, cabinetId: c, ...again.given } })
    if (done) onSent(done.phone, done.nextInSeconds)
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t('codes.text')}</Text>
        {blocked !== null && <StatusBanner tone="warning">{blocked}</StatusBanner>}
        <TextInput
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={32}
          label={t('codes.phone')}
          description={t('codes.hint')}
          data-autofocus
          {...form.getInputProps('phone')}
        />
        {again.field}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={send.isBusy} aria-busy={send.isBusy}>
            {t('codes.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
