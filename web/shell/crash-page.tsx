import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { report } from '../base/report.ts'
import { sessionToken } from '../base/session.ts'
import { askSupport } from '../base/support.ts'

/** The page has crashed, or a chunk of an older release is gone: a reload fixes both. */
export function CrashPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  useEffect(() => report(error), [error])
  return (
    <Stack align="flex-start" p="xl" maw={560} mx="auto" mt="10vh" role="alert">
      <Title order={1}>{t('shell.crash.title')}</Title>
      <Text>{t('shell.crash.text')}</Text>
      <Group gap="xs">
        <Button onClick={() => location.reload()}>{t('shell.crash.reload')}</Button>
        {sessionToken() !== null && (
          <Button variant="default" onClick={() => askSupport({ topic: 'fault' })}>
            {t('common.contactSupport')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
