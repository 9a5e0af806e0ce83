/** The page of the link that confirms a reply-to address. */
import { Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emails } from '../../../contract/platform/emails.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useWrite } from '../../base/write.ts'
import { LinkButton } from '../../parts/link.tsx'
import { Working } from '../../parts/loading.tsx'

export function ConfirmReplyToPage() {
  const { t } = useTranslation()
  const { cabinetId, token } = useParams({ from: '/outside/email/reply-to/$cabinetId/$token' })
  const tried = useRef('')
  const confirm = useWrite(emails.confirmReplyTo, {
    onRefused: () => true,
    refresh: [emails.readSender, emails.previewEmail],
  })
  const [done, setDone] = useState<{ email: string; cabinet: string } | null>(null)
  const body = emails.confirmReplyTo.body.safeParse({ cabinet: Number(cabinetId), token })
  const isBroken = !body.success || confirm.refused?.code === 'invalid_reply_link'
  const check = async () => {
    const reply = body.success ? await confirm.ask({ body: body.data }) : undefined
    if (reply) setDone(reply)
  }
  useEffect(() => {
    if (tried.current === token) return
    tried.current = token
    void check()
  })
  useBreadcrumbs([{ text: t('emails.confirm.title') }])
  if (done) {
    return (
      <Stack>
        <IconCircleCheck size={40} stroke={1.5} color="var(--k-success)" aria-hidden="true" />
        <Title order={1}>{t('emails.confirm.doneTitle')}</Title>
        <Text role="status" style={{ overflowWrap: 'anywhere' }}>
          {t('emails.confirm.doneText', done)}
        </Text>
        <LinkButton to="/">{t('emails.confirm.toStart')}</LinkButton>
      </Stack>
    )
  }
  if (isBroken) {
    return (
      <Stack>
        <Title order={1}>{t('emails.confirm.failedTitle')}</Title>
        <Text>{t('emails.confirm.failedText')}</Text>
        <LinkButton to="/">{t('emails.confirm.toStart')}</LinkButton>
      </Stack>
    )
  }
  if (confirm.refused)
    return <PagePanel error={confirm.refused} onRetry={() => void check()} isRetrying={confirm.isBusy} />
  return <Working text={t('emails.confirm.checking')} />
}
