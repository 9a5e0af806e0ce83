import { Anchor, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE_CODE } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { toastDone } from '../../base/toast.ts'
import { useCountdown } from '../../base/countdown.ts'
import { secondsToWait, useSavePhone, useSendCode } from './ask.ts'
import { CodeBoxes } from './code-boxes.tsx'

type CodeEntryProps = {
  phone: string
  /** Until a new code may be requested. */
  waitSeconds: number
  onConfirmed: (phone: string) => void
  onOtherNumber: () => void
}

/** The last digit sends the code; a wrong code empties the boxes. */
export function CodeEntry({ phone, waitSeconds, onConfirmed, onOtherNumber }: CodeEntryProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const wait = useCountdown()
  const box = useRef<HTMLInputElement | null>(null)
  const startWait = useRef(wait.start)
  useEffect(() => startWait.current(waitSeconds), [waitSeconds])

  const refuse = (message: string) => {
    setError(message)
    setCode('')
    box.current?.focus()
    return true
  }
  const save = useSavePhone((refused) => /^code_|^invalid_input$/.test(refused.code) && refuse(refused.message))
  const again = useSendCode((refused) => {
    const seconds = secondsToWait(refused)
    if (seconds !== undefined) wait.start(seconds)
    // The form with the number asks for the password, too.
    else if (refused.code === 'password_needed') onOtherNumber()
    else setError(refused.message)
    return true
  })
  const change = (next: string) => {
    setCode(next)
    if (next !== '') setError(null)
    if (next.length === PHONE_CODE.digits && !save.isBusy)
      void save.ask({ params: { c }, body: { phone, code: next } }).then((saved) => saved && onConfirmed(saved.phone))
  }
  const sendAgain = async () => {
    const sent = await again.ask({ body: { codeType: 'cabinet_phone', phone, cabinetId: c } })
    if (!sent) return
    wait.start(sent.nextInSeconds)
    setError(null)
    toastDone(t('codes.resent'))
    box.current?.focus()
  }
  return (
    <Stack gap="sm">
      <Text style={{ overflowWrap: 'anywhere' }}>{t('codes.sentTo', { phone })}</Text>
      <CodeBoxes
        value={code}
        onChange={change}
        error={error}
        isBusy={save.isBusy}
        firstBox={(node) => {
          box.current = node
        }}
      />
      <Group gap="md">
        {wait.secondsLeft > 0 ? (
          <Text className="k-small k-number" c="dimmed">
            {t('codes.againIn', { seconds: wait.secondsLeft })}
          </Text>
        ) : (
          <Anchor component="button" type="button" fw={500} disabled={again.isBusy} onClick={() => void sendAgain()}>
            {t('codes.again')}
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={onOtherNumber}>
          {t('codes.otherNumber')}
        </Anchor>
        {save.isBusy && <Loader size="xs" aria-hidden="true" />}
      </Group>
    </Stack>
  )
}
