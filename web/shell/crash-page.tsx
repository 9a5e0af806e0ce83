import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { onBackOnline } from '../base/connection.ts'
import { NO_CONNECTION, Refused } from '../base/refused.ts'
import { report } from '../base/report.ts'
import { sessionToken } from '../base/session.ts'
import { askSupport } from '../base/support.ts'

/** The page has crashed, a chunk of an older release is gone, or there is no connection to load the page with. */
export function CrashPage({ error }: { error: unknown }) {
  return error instanceof Refused && error.code === NO_CONNECTION ? <CutOff /> : <Crashed error={error} />
}

/** A reload fixes either. */
function Crashed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  useEffect(() => report(error), [error])
  return (
    <Instead title={t('shell.crash.title')} text={t('shell.crash.text')} state="failed">
      <Button onClick={reload}>{t('shell.crash.reload')}</Button>
      {sessionToken() !== null && (
        <Button variant="default" onClick={() => askSupport({ topic: 'fault' })}>
          {t('common.contactSupport')}
        </Button>
      )}
    </Instead>
  )
}

/** The page comes when the connection does: nothing has been entered here that a reload could lose. */
function CutOff() {
  const { t } = useTranslation()
  useEffect(() => onBackOnline(reload), [])
  return (
    <Instead title={t('shell.cutOff.title')} text={t('shell.cutOff.text')} state="offline">
      <Button variant="default" onClick={() => history.back()}>
        {t('shell.cutOff.back')}
      </Button>
    </Instead>
  )
}

const reload = () => location.reload()

type InsteadProps = { title: string; text: string; state: 'failed' | 'offline'; children: ReactNode }

function Instead({ title, text, state, children }: InsteadProps) {
  return (
    <Stack align="flex-start" p="xl" maw={560} mx="auto" mt="10vh" role="alert" data-state={state}>
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      <Group gap="xs">{children}</Group>
    </Stack>
  )
}
