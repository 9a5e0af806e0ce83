/** A service that is arranged with support: a short text and one button. */
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconHeadset } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { askSupport } from '../../base/support.ts'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import classes from './support.module.css'

type Subject = 'coalition' | 'loyalty'
const OTHER = { coalition: 'loyalty', loyalty: 'coalition' } as const satisfies Record<Subject, Subject>

function InfoPage({ subject }: { subject: Subject }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const other = OTHER[subject]
  useBreadcrumbs([{ text: t(`support.info.${subject}.title`) }])
  return (
    <Page width="narrow">
      <PageHeader title={t(`support.info.${subject}.title`)} meta={t(`support.info.${subject}.lead`)} />
      <Paper p="lg" component="section">
        <Stack align="flex-start">
          <Text>{t(`support.info.${subject}.text`)}</Text>
          <Title order={2}>{t('support.info.tell')}</Title>
          <ul className={classes.steps}>
            {(['first', 'second', 'third'] as const).map((step) => (
              <li key={step}>{t(`support.info.${subject}.${step}`)}</li>
            ))}
          </ul>
          <Button
            leftSection={<IconHeadset size={16} aria-hidden="true" />}
            onClick={() => askSupport({ topic: subject })}
          >
            {t('support.contact')}
          </Button>
        </Stack>
      </Paper>
      <Text c="dimmed">
        {t('support.info.also')}{' '}
        <PathLink underline="always" to={`/${domain}/${other}`}>
          {t(`support.info.${other}.title`)}
        </PathLink>
      </Text>
    </Page>
  )
}

export const CoalitionPage = () => <InfoPage subject="coalition" />
export const LoyaltyPage = () => <InfoPage subject="loyalty" />
