import { Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_PROVIDERS, SMS_TYPES, type SmsType } from '../../../contract/people/sms-providers.ts'
import type { SmsConnection } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { StatusBadge } from '../../parts/status.tsx'
import { useBalance } from './data.ts'
import { ProviderForm } from './provider-form.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import classes from './verification.module.css'

/** Chooses, connects or removes the one provider. */
export function ProviderCard({ connection }: { connection: SmsConnection }) {
  const { t } = useTranslation()
  const { role } = useCabinet()
  const { connected } = connection
  const [chosen, setChosen] = useState<SmsType | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const type = connected?.smsType ?? chosen
  const isOwner = role === 'owner'
  return (
    <Paper component="section" p="lg" aria-labelledby="provider-title">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} id="provider-title">
            {t('verification.provider.title')}
          </Title>
          {connected &&
            (connected.failure === null ? (
              <StatusBadge tone="success">{t('verification.provider.connected')}</StatusBadge>
            ) : (
              <StatusBadge tone="danger">{t('verification.provider.refusing')}</StatusBadge>
            ))}
        </Group>
        {connected && <Connected connected={connected} />}
        {!isOwner && (
          <Text className="k-small" c="dimmed">
            {connected
              ? t('verification.ownerOnly')
              : `${t('verification.provider.none')} ${t('verification.ownerOnly')}`}
          </Text>
        )}
        {isOwner && type === null && <Choice onChoose={setChosen} />}
        {isOwner && type !== null && (
          <ProviderForm
            key={`${type}|${connected?.savedAt ?? ''}`}
            type={type}
            connected={connected}
            {...(connected ? { onRemove: () => setIsRemoving(true) } : { onOther: () => setChosen(null) })}
          />
        )}
      </Stack>
      {connected && (
        <RemoveDialog
          isOpen={isRemoving}
          connection={connection}
          type={connected.smsType}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => setChosen(null)}
        />
      )}
    </Paper>
  )
}

function Choice({ onChoose }: { onChoose: (type: SmsType) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Text c="dimmed">{t('verification.provider.choose')}</Text>
      <ul className={classes.choice} aria-label={t('verification.provider.list')}>
        {SMS_TYPES.map((type) => (
          <li key={type}>
            <UnstyledButton className={classes.option ?? ''} onClick={() => onChoose(type)}>
              <span className={classes.name}>{SMS_PROVIDERS[type].name}</span>
              <span className="k-small">{new URL(SMS_PROVIDERS[type].site).host.replace('www.', '')}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}

function Connected({ connected }: { connected: NonNullable<SmsConnection['connected']> }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const balance = useBalance(c, true)
  const amount = balance.data?.balance
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('verification.provider.title')}</dt>
        <dd>{SMS_PROVIDERS[connected.smsType].name}</dd>
      </div>
      <div>
        <dt>{t('verification.provider.balance')}</dt>
        <dd className="k-number" aria-live="polite" aria-busy={balance.isFetching}>
          {balance.isError ? (
            <>
              {t('verification.provider.balanceFailed')}{' '}
              <Button
                size="compact-xs"
                variant="subtle"
                loading={balance.isFetching}
                onClick={() => void balance.refetch()}
              >
                {t('common.retry')}
              </Button>
            </>
          ) : !balance.data ? (
            '…'
          ) : balance.data.failure !== null ? (
            t(`verification.failures.${balance.data.failure}`)
          ) : amount ? (
            `${amount.amount} ${amount.currency}`
          ) : (
            t('verification.provider.noBalance')
          )}
        </dd>
      </div>
      <div>
        <dt>{t('verification.fields.sender')}</dt>
        <dd>{connected.smsFrom || '–'}</dd>
      </div>
      <div>
        <dt className="k-unseen">{t('verification.provider.connected')}</dt>
        <dd className={classes.quiet}>
          {t('verification.provider.since', { when: show.dateTime(connected.savedAt) })}
        </dd>
      </div>
    </dl>
  )
}
