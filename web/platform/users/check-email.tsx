import { Button, Stack, Text, Title } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toastDone } from '../../base/toast.ts'
import { useCountdown } from '../../base/countdown.ts'

type CheckEmailProps = {
  email: string
  title: string
  text: ReactNode
  /** Sends the email again. @returns after how many seconds it may be sent once more; undefined when it was refused */
  onAgain: () => Promise<number | undefined>
  isBusy: boolean
  /** Pause after the first email. */
  firstWaitSeconds: number
  children?: ReactNode
}

/** An email was sent: where to look for it, and how to get another. */
export function CheckEmail({ email, title, text, onAgain, isBusy, firstWaitSeconds, children }: CheckEmailProps) {
  const { t } = useTranslation()
  const wait = useCountdown()
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => wait.start(firstWaitSeconds), [firstWaitSeconds])
  const again = async () => {
    const seconds = await onAgain()
    if (seconds === undefined) return
    wait.start(seconds)
    toastDone(t('users.checkMail.sentAgain', { email }))
  }
  return (
    <Stack>
      <IconMailCheck size={40} stroke={1.5} color="var(--k-link)" aria-hidden="true" />
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      <Text c="dimmed">{t('users.checkMail.spam')}</Text>
      <Button variant="default" disabled={wait.secondsLeft > 0} loading={isBusy} onClick={() => void again()}>
        {wait.secondsLeft > 0
          ? t('users.checkMail.againIn', { seconds: wait.secondsLeft })
          : t('users.checkMail.again')}
      </Button>
      {children}
    </Stack>
  )
}
