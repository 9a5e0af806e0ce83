/**
 * A part whose feature has no working piece yet: what it will do, in a sentence. Nothing in it can be pressed in vain.
 */
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type UnopenedSection = 'payments'

/** Inside a page that has a heading of its own. */
export function NotOpenPanel({ section }: { section: UnopenedSection }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" maw={560}>
      <Title order={2}>{t('shell.notOpen.title')}</Title>
      <Text>{t(`shell.notOpen.sections.${section}.text`)}</Text>
    </Stack>
  )
}
