/** A section whose feature has no working part yet: what it will do, in a sentence. Nothing in it can be pressed in vain. */
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { LinkAnchor } from '../parts/link.tsx'
import { Page, PageHeader } from '../parts/page.tsx'

export type UnopenedSection = 'triggers' | 'payments'

function NotOpenPage({ section }: { section: UnopenedSection }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const name = t(`shell.notOpen.sections.${section}.name`)
  useBreadcrumbs([{ text: name }])
  return (
    <Page>
      <PageHeader title={name} />
      <NotOpenPanel section={section} />
      <LinkAnchor to="/$cabinetDomain" params={{ cabinetDomain: domain }} fw={500} style={{ alignSelf: 'flex-start' }}>{t('shell.notOpen.back')}</LinkAnchor>
    </Page>
  )
}

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

export const TriggersPage = () => <NotOpenPage section="triggers" />
