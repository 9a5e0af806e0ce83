/** The phone number, and a way to confirm it right there. */
import { Button, Group, Text, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { CodeEntry, secondsToWait, useSendCode } from '../../platform/codes/data.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import classes from './poll.module.css'

type PhoneQuestionProps = {
  value: string
  input: GetInputPropsReturnType
  /** The confirmed number; null when there is none. */
  confirmed: string | null
  onConfirmed: (phone: string) => void
  onError: (message: string) => void
}

export function PhoneQuestion({ value, input, confirmed, onConfirmed, onError }: PhoneQuestionProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [sent, setSent] = useState<{ phone: string; waitSeconds: number } | null>(null)
  const again = usePasswordAgain()
  const send = useSendCode((refused) => {
    if (again.showRefused(refused)) return true
    const seconds = secondsToWait(refused)
    if (seconds === undefined) onError(refused.message)
    else setSent({ phone: value, waitSeconds: seconds })
    return true
  })
  const ask = async () => {
    const done = await send.ask({ body: { codeType: 'cabinet_phone', phone: value, cabinetId: c, ...again.given } })
    if (done) setSent({ phone: done.phone, waitSeconds: done.nextInSeconds })
  }
  if (sent) {
    return (
      <Suspense fallback={null}>
        <CodeEntry
          {...sent}
          onOtherNumber={() => setSent(null)}
          onConfirmed={(phone) => {
            setSent(null)
            onConfirmed(phone)
          }}
        />
      </Suspense>
    )
  }
  const isConfirmed = confirmed !== null && value.replace(/[^\d+]/g, '') === confirmed
  return (
    <div>
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={32}
        label={t('codes.phone')}
        description={t('codes.hint')}
        {...input}
      />
      <div className={classes.confirm}>
        {isConfirmed ? (
          <Group gap={6} mt="xs" c="var(--k-success)">
            <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
            <Text className="k-small" fw={500}>
              {t('poll.confirmed')}
            </Text>
          </Group>
        ) : (
          <>
            {again.field}
            <Button
              variant="default"
              size="xs"
              mt="xs"
              disabled={value.trim().length < 5}
              loading={send.isBusy}
              aria-busy={send.isBusy}
              onClick={() => void ask()}
            >
              {t('poll.confirm')}
            </Button>
            <Text className="k-small" c="dimmed">
              {t('poll.whyConfirm')}
            </Text>
          </>
        )}
      </div>
    </div>
  )
}
