/** How to call the API: the address, the header, and a command for every call that a key can make. */
import { Accordion, Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SCOPES } from '../../../contract/limits.ts'
import { curlOf, pathFor } from '../../base/api-command.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { Command } from '../../parts/command.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { type KeyCall, keyCalls } from './key-calls.ts'
import classes from './keys.module.css'
import { scopeKey } from './scope-key.ts'

const SAVE_KEY = "export API_KEY='kk_…'"

export function HowToCall() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const calls = keyCalls()
  const base = `${location.origin}/api`
  return (
    <Paper component="section" p="lg" aria-labelledby="calls-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="calls-title">
            {t('keys.docs.title')}
          </Title>
          <Text c="dimmed">{t('keys.docs.lead')}</Text>
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>{t('keys.docs.base')}</dt>
            <dd className={classes.copied}>
              <code>{base}</code>
              <CopyButton value={base} label={t('keys.docs.copyAddress')} />
            </dd>
          </div>
          <div>
            <dt>{t('keys.docs.account')}</dt>
            <dd className={classes.copied}>
              <code>{c}</code>
              <CopyButton value={String(c)} label={t('keys.docs.copyNumber')} />
            </dd>
          </div>
        </dl>
        <Anchor href="/api/openapi.json" target="_blank" rel="noopener" className={classes.document ?? ''}>
          {t('keys.docs.document')} <IconExternalLink size={16} aria-hidden="true" />
        </Anchor>
        <Text>{t('keys.docs.limits')}</Text>
        <div>
          <Text mb={4}>{t('keys.docs.save')}</Text>
          <Command text={SAVE_KEY} label={t('keys.docs.copy')} />
        </div>
        <div>
          <Title order={3}>{t('keys.docs.calls')}</Title>
          <Text c="dimmed" className="k-small">
            {t('keys.docs.placeholders')}
          </Text>
        </div>
        {SCOPES.map((scope) => (
          <div key={scope}>
            <Title order={4} className={classes.scope ?? ''}>
              {t(`keys.scopes.${scopeKey(scope)}`)} <code className={classes.quiet}>{scope}</code>
            </Title>
            <Accordion
              order={5}
              variant="contained"
              multiple
              chevronPosition="right"
              defaultValue={calls.slice(0, 1).map((call) => call.name)}
            >
              {calls
                .filter((call) => call.scope === scope)
                .map((call) => (
                  <CallItem key={call.name} call={call} cabinet={c} />
                ))}
            </Accordion>
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

function CallItem({ call, cabinet }: { call: KeyCall; cabinet: number }) {
  const { t } = useTranslation()
  return (
    <Accordion.Item value={call.name}>
      <Accordion.Control>
        <span className={classes.call}>
          <span>{t(`keys.calls.${call.name}` as 'keys.calls.listClients')}</span>
          <code className={classes.quiet}>
            {call.one.method} {pathFor(call.one, cabinet)}
          </code>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        <Command text={curlOf(call, location.origin, cabinet)} label={t('keys.docs.copy')} />
      </Accordion.Panel>
    </Accordion.Item>
  )
}
