/** A feature that does not exist yet: what it will do, in a sentence, without buttons. */
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type UnopenedSection = 'payments'

/** Inside a page that already has a heading. */
export function NotOpenPanel({ section }: { section: UnopenedSection }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" maw={560}>
      <Title order={2}>{t('shell.notOpen.title')}</Title>
      <Text>{t(`shell.notOpen.sections.${section}.text`)}</Text>
    </Stack>
  )
}
