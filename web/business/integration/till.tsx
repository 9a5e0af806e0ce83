/** The address that the tills of the CRM call: what to do with it there, and whether a till has called. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integration } from '../../../contract/business/integration.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import classes from './integration.module.css'

const LOOK_EVERY_MS = 10_000

export function Till({ c, type, name }: { c: number; type: string; name: string }) {
  const { t } = useTranslation()
  const { data: till } = useRead(integration.readCrmTill, { params: { c } }, { everyMs: LOOK_EVERY_MS })
  if (!till) return null
  return (
    <Paper component="section" p="lg" aria-labelledby="till-title" data-till>
      <Stack gap="md">
        <div>
          <Title order={2} id="till-title">
            {t('integration.till.title')}
          </Title>
          <Text c="dimmed">{t('integration.till.lead', { name })}</Text>
        </div>
        <div>
          <Text fw={500}>{t('integration.till.address')}</Text>
          <Group gap="xs" wrap="nowrap">
            <code className={classes.secret}>{till.address}</code>
            <CopyButton value={till.address} label={t('integration.till.copy')} />
          </Group>
          <Text className="k-small">{t('integration.till.hint')}</Text>
        </div>
        <div>
          <Text fw={500}>{t('integration.till.todo', { name })}</Text>
          <Text className={classes.lines ?? ''}>{t(`vendors.${type as 'vendor'}.till`)}</Text>
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>{t('integration.till.last')}</dt>
            <dd>{till.lastCallAt ? <MoscowTime at={till.lastCallAt} /> : t('integration.facts.never')}</dd>
          </div>
        </dl>
        <Renew c={c} name={name} />
      </Stack>
    </Paper>
  )
}

function Renew({ c, name }: { c: number; name: string }) {
  const { t } = useTranslation()
  const [isChanging, setIsChanging] = useState(false)
  const renew = useWrite(integration.renewTillKey, {
    refresh: [integration.readCrmTill],
    done: t('integration.till.renewed'),
  })
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t('integration.till.renew')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isChanging}
        onClose={() => setIsChanging(false)}
        title={t('integration.till.renewTitle')}
        confirmLabel={t('integration.till.renew')}
        isBusy={renew.isBusy}
        onConfirm={() => void renew.ask({ params: { c } }).then(() => setIsChanging(false))}
      >
        {t('integration.till.renewText', { name })}
      </ConfirmDialog>
    </>
  )
}
