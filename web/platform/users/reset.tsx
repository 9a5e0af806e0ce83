import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Email } from '../../../contract/page.ts'
import { users } from '../../../contract/platform/users.ts'
import { checkWith } from '../../base/form.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { CheckEmail } from './check-email.tsx'
import { NewPassword } from './new-password.tsx'
import { useTroubleText } from './trouble.ts'

const Address = z.object({ email: Email })

/** Requests a link, or with a link sets the new password. */
export function ResetPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Record<string, string>
  const [isOld, setIsOld] = useState(false)
  const email = search.queryEmail ?? search.email ?? ''
  useBreadcrumbs([{ text: t('users.reset.title') }])
  if (search.token && email !== '' && !isOld)
    return <NewPassword email={email} token={search.token} onOld={() => setIsOld(true)} />
  return <RequestLink firstEmail={email} isOld={isOld} />
}

function RequestLink({ firstEmail, isOld }: { firstEmail: string; isOld: boolean }) {
  const { t } = useTranslation()
  const troubleText = useTroubleText()
  const [trouble, setTrouble] = useState<Refused | null>(null)
  const [sent, setSent] = useState<{ email: string; waitSeconds: number } | null>(null)
  const form = useForm({ initialValues: { email: firstEmail }, validate: checkWith(Address) })
  const request = useWrite(users.requestReset, {
    form,
    onRefused: (refused) => {
      if (Object.keys(refused.fields).length > 0 || sent) return undefined
      setTrouble(refused)
      return true
    },
  })
  if (sent) {
    return (
      <CheckEmail
        email={sent.email}
        title={t('users.reset.sentTitle')}
        text={t('users.reset.sentText', { email: sent.email })}
        isBusy={request.isBusy}
        firstWaitSeconds={sent.waitSeconds}
        onAgain={async () => (await request.ask({ body: { email: sent.email } }))?.nextInSeconds}
      >
        <LinkAnchor to="/login" ta="center">
          {t('users.reset.back')}
        </LinkAnchor>
      </CheckEmail>
    )
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(async (body) => {
        setTrouble(null)
        const reply = await request.ask({ body })
        if (reply) setSent({ email: body.email, waitSeconds: reply.nextInSeconds })
      })}
    >
      <Stack>
        <Title order={1}>{isOld ? t('users.reset.oldTitle') : t('users.reset.title')}</Title>
        <Text>{isOld ? t('users.reset.oldText') : t('users.reset.text')}</Text>
        {trouble && <StatusBanner tone="danger">{troubleText(trouble)}</StatusBanner>}
        <TextInput
          type="email"
          inputMode="email"
          label={t('users.email')}
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={request.isBusy} aria-busy={request.isBusy}>
          {isOld ? t('users.reset.sendNew') : t('users.reset.button')}
        </Button>
        <LinkAnchor to="/login" ta="center">
          {t('users.reset.back')}
        </LinkAnchor>
      </Stack>
    </form>
  )
}
