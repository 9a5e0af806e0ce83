/** For a business whose own software calls the API: the commands it needs, in the order in which it needs them. */
import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hooks } from '../../../contract/business/hooks.ts'
import { changes } from '../../../contract/people/changes.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { curlOf } from '../../base/api-command.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { Command } from '../../parts/command.tsx'
import { LinkAnchor } from '../../parts/link.tsx'

const STEPS = [
  { name: 'upsertClient', one: holders.upsertClient },
  { name: 'changeAmount', one: holders.changeAmount },
  { name: 'addEvent', one: externalEvents.addEvent },
  { name: 'listChanges', one: changes.listChanges },
  { name: 'connectHook', one: hooks.connectHook },
] as const

export function OwnSoftware() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  return (
    <Paper component="section" p="lg" aria-labelledby="own-software-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="own-software-title">
            {t('integration.own.title')}
          </Title>
          <Text c="dimmed">{t('integration.own.lead')}</Text>
        </div>
        <LinkAnchor to="/$cabinetDomain/settings/api" params={{ cabinetDomain: domain }} fw={500}>
          {t('integration.own.keys')}
        </LinkAnchor>
        {STEPS.map((step) => (
          <div key={step.name}>
            <Title order={3}>{t(`integration.own.steps.${step.name}`)}</Title>
            <Text c="dimmed" className="k-small" mb={4}>
              {t(`integration.own.hints.${step.name}`)}
            </Text>
            <Stack gap="xs">
              {commandsOf(step, c).map((text) => (
                <Command key={text} text={text} label={t('integration.own.copy')} />
              ))}
            </Stack>
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

/** The feed is asked twice: for the place of now, and then for what has changed. */
function commandsOf(step: (typeof STEPS)[number], c: number): string[] {
  const command = curlOf(step, location.origin, c)
  return step.name === 'listChanges' ? [command, command.replace("/changes'", "/changes?after=NEXT'")] : [command]
}
