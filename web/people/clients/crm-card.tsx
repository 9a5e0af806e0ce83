/** What is exchanged with the CRM for one client: three switches, each saved immediately. */
import { Group, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientSync, SyncFlags } from '../../../contract/business/crm-sync.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { useClientSync, useSaveClientSync } from '../../business/integration/data.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import classes from './clients.module.css'
import { CrmLink } from './crm-link.tsx'
import { CrmState } from './crm-state.tsx'

const FLAGS = ['write', 'read', 'rewrite'] as const

export function CrmCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const { data: sync } = useClientSync(c, id)
  const save = useSaveClientSync(c, id)
  if (!sync) return null
  const set = (name: keyof SyncFlags, isOn: boolean) =>
    save.run({ params: { c, id }, body: { ...sync.flags, [name]: isOn } })
  return (
    <section className={classes.group} aria-label={t('clients.crm.title')}>
      <Stack gap="md" maw={420}>
        <Group justify="space-between" gap="xs">
          <Text component="h2" fz="md" fw={600} m={0}>
            {t('clients.crm.title')}
          </Text>
          <CrmState state={sync.state} />
        </Group>
        {sync.doubt && (
          <Text c="var(--k-danger)">{t('clients.crm.doubt', { reason: t(`clients.crm.doubts.${sync.doubt}`) })}</Text>
        )}
        {sync.fault && (
          <>
            <Text c="var(--k-danger)">
              {t('clients.crm.refused', { reason: t(`clients.crm.reasons.${sync.reason ?? 'unknown'}`) })}
            </Text>
            <Text className="k-small">{t('clients.crm.ownWords', { text: sync.fault })}</Text>
          </>
        )}
        <Stack gap="xs">
          {FLAGS.map((name) => (
            <Switch
              key={name}
              checked={sync.flags[name]}
              disabled={save.isBusy || (name === 'rewrite' && !sync.flags.read)}
              label={t(`clients.crm.flags.${name}`)}
              onChange={(event) => set(name, event.currentTarget.checked)}
            />
          ))}
        </Stack>
        <CrmFacts sync={sync} />
        <CrmLink c={c} id={id} sync={sync} />
      </Stack>
    </section>
  )
}

function CrmFacts({ sync }: { sync: ClientSync }) {
  const { t } = useTranslation()
  const show = useShow()
  const { category } = sync
  const rate = category?.bonusPercent
  return (
    <dl className={classes.facts}>
      {sync.crmId && (
        <div>
          <dt>{t('clients.crm.number')}</dt>
          <dd>{sync.crmId}</dd>
        </div>
      )}
      {sync.writtenAt && (
        <div>
          <dt>{t('clients.crm.written')}</dt>
          <dd>
            <MoscowTime at={sync.writtenAt} />
          </dd>
        </div>
      )}
      {sync.readAt && (
        <div>
          <dt>{t('clients.crm.read')}</dt>
          <dd>
            <MoscowTime at={sync.readAt} />
          </dd>
        </div>
      )}
      {category && (
        <div>
          <dt>{t('clients.crm.category')}</dt>
          <dd>
            {rate === null || rate === undefined
              ? category.name
              : t('clients.crm.categoryRate', { name: category.name, percent: show.percent(Math.round(rate * 100)) })}
          </dd>
        </div>
      )}
    </dl>
  )
}
