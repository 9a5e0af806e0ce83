/** The address to which changed clients are sent: connected here or by a program, with what has become of it. */
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hook } from '../../../contract/business/hooks.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, StatusBanner, type Tone } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { useConnectHook, useHook, useRemoveHook, useRestartHook } from './hook-data.ts'
import classes from './integration.module.css'

const TONES: Readonly<Record<Hook['state'], Tone>> = { active: 'success', retrying: 'warning', stopped: 'danger' }

export function HookCard() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const mayManage = useHasRight('crm')
  const read = useHook(c)
  const [secret, setSecret] = useState<string | null>(null)
  if (!read.data) return null
  const { hook } = read.data
  if (!hook && !mayManage) return null
  return (
    <Paper component="section" p="lg" aria-labelledby="hook-title">
      <Stack gap="md">
        <div>
          <Group gap="xs">
            <Title order={2} id="hook-title">
              {t('integration.hook.title')}
            </Title>
            {hook && <StatusBadge tone={TONES[hook.state]}>{t(`integration.hook.states.${hook.state}`)}</StatusBadge>}
          </Group>
          <Text c="dimmed">{t('integration.hook.lead')}</Text>
        </div>
        {hook && secret !== null && <Secret value={secret} />}
        {hook ? <Connected c={c} hook={hook} mayManage={mayManage} /> : <ConnectForm c={c} onSecret={setSecret} />}
      </Stack>
    </Paper>
  )
}

function ConnectForm({ c, onSecret }: { c: number; onSecret: (secret: string) => void }) {
  const { t } = useTranslation()
  const form = useForm({ mode: 'controlled', initialValues: { url: '' } })
  const connect = useConnectHook(form)
  const submit = form.onSubmit(async ({ url }) => {
    const answer = await connect.ask({ params: { c }, body: { url: url.trim() } })
    if (answer) onSecret(answer.secret)
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" maw={460}>
        <TextInput
          label={t('integration.labels.address')}
          placeholder="https://"
          type="url"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <Group>
          <WriteButton type="submit" loading={connect.isBusy} aria-busy={connect.isBusy}>
            {t('integration.connect')}
          </WriteButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Shown until the page is left, and never again. */
function Secret({ value }: { value: string }) {
  const { t } = useTranslation()
  return (
    <StatusBanner tone="warning">
      {t('integration.hook.secret')}
      <Group gap="xs" wrap="nowrap">
        <code className={classes.secret}>{value}</code>
        <CopyButton value={value} label={t('integration.hook.copySecret')} />
      </Group>
    </StatusBanner>
  )
}

function Connected({ c, hook, mayManage }: { c: number; hook: Hook; mayManage: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  const [isRemoving, setIsRemoving] = useState(false)
  const restart = useRestartHook()
  const remove = useRemoveHook(t('integration.hook.removed'))
  const { failure } = hook
  return (
    <>
      {failure && (
        <StatusBanner tone={hook.state === 'stopped' ? 'danger' : 'warning'}>
          {t(`integration.hook.failures.${failure.reason}`, { status: failure.status ?? '' })}
          {failure.nextAt !== null && (
            <>
              {' '}
              {t('integration.hook.next')} <MoscowTime at={failure.nextAt} />
            </>
          )}
        </StatusBanner>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t('integration.labels.address')}</dt>
          <dd>{hook.url}</dd>
        </div>
        <div>
          <dt>{t('integration.hook.sent')}</dt>
          <dd>{show.number(hook.sent)}</dd>
        </div>
        <div>
          <dt>{t('integration.hook.lastSent')}</dt>
          <dd>{hook.lastSentAt ? <MoscowTime at={hook.lastSentAt} /> : t('integration.facts.never')}</dd>
        </div>
      </dl>
      {mayManage && (
        <Group gap="xs">
          {failure && (
            <WriteButton variant="default" loading={restart.isBusy} onClick={() => restart.run({ params: { c } })}>
              {t('integration.hook.restart')}
            </WriteButton>
          )}
          <Button variant="subtle" color="red" onClick={() => setIsRemoving(true)}>
            {t('integration.hook.remove')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t('integration.hook.removeTitle')}
        confirmLabel={t('integration.hook.remove')}
        isBusy={remove.isBusy}
        onConfirm={() => void remove.ask({ params: { c } }).then(() => setIsRemoving(false))}
      >
        {t('integration.hook.removeText')}
      </ConfirmDialog>
    </>
  )
}
