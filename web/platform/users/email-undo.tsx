/**
 * The page of the link in the emails to an old address: what it takes back, the button, and then the new password; all
 * without a login.
 */
import { Button, List, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmailUndo, RevokedKey } from '../../../contract/platform/email-changes.ts'
import { users } from '../../../contract/platform/users.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useWrite } from '../../base/write.ts'
import { LinkButton } from '../../parts/link.tsx'
import { Working } from '../../parts/loading.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { NewPassword } from './new-password.tsx'

type Undone = { email: string; token: string; revokedKeys: readonly RevokedKey[] }

export function UndoEmailPage() {
  const { t } = useTranslation()
  const { token } = useParams({ from: '/outside/email/undo/$token' })
  const body = users.readEmailUndo.body.safeParse({ token })
  const [undone, setUndone] = useState<Undone | null>(null)
  const [isOld, setOld] = useState(false)
  const read = useRead(users.readEmailUndo, body.success && !undone ? { body: body.data } : null)
  useBreadcrumbs([{ text: t('addresses.undo.button') }])
  if (undone && !isOld)
    return (
      <Stack>
        {undone.revokedKeys.length > 0 && <RevokedKeys keys={undone.revokedKeys} />}
        <NewPassword email={undone.email} token={undone.token} onOld={() => setOld(true)} />
      </Stack>
    )
  if (isOld || !body.success || read.error?.code === 'invalid_email_link') return <BadLink />
  if (read.error)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (read.data) return <Ask token={token} change={read.data} onDone={setUndone} onOld={() => setOld(true)} />
  return <Working text={t('addresses.undo.checking')} />
}

type AskProps = { token: string; change: EmailUndo; onDone: (undone: Undone) => void; onOld: () => void }

function Ask({ token, change: { isChanged, email, newEmail }, onDone, onOld }: AskProps) {
  const { t } = useTranslation()
  const undo = useWrite(users.undoEmailChange, {
    onDone,
    onRefused: (refused) => {
      if (refused.code !== 'invalid_email_link') return undefined
      onOld()
      return true
    },
  })
  return (
    <Stack>
      <Title order={1}>{isChanged ? t('addresses.undo.title') : t('addresses.undo.stopTitle')}</Title>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {isChanged ? t('addresses.undo.text', { email, newEmail }) : t('addresses.undo.stopText', { email, newEmail })}
      </Text>
      <Text>{t('addresses.undo.what')}</Text>
      <Button loading={undo.isBusy} aria-busy={undo.isBusy} onClick={() => undo.run({ body: { token } })}>
        {isChanged ? t('addresses.undo.button') : t('addresses.undo.stopButton')}
      </Button>
    </Stack>
  )
}

function RevokedKeys({ keys }: { keys: readonly RevokedKey[] }) {
  const { t } = useTranslation()
  return (
    <StatusBanner tone="warning">
      <Text fw={600}>{t('addresses.undo.keysTitle')}</Text>
      <Text size="sm">{t('addresses.undo.keysText')}</Text>
      <List size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {keys.map(({ name, business }, index) => (
          <List.Item key={index}>
            {name} · {business}
          </List.Item>
        ))}
      </List>
    </StatusBanner>
  )
}

function BadLink() {
  const { t } = useTranslation()
  return (
    <Stack>
      <Title order={1}>{t('addresses.undo.failedTitle')}</Title>
      <Text>{t('addresses.undo.failedText')}</Text>
      <LinkButton to="/login">{t('addresses.undo.toLogin')}</LinkButton>
    </Stack>
  )
}
