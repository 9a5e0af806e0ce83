/** The reminder of a form: when, by which way, to whom, and how many would get it now. */
import { Drawer, NumberInput, Radio, Select, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import {
  type FormReminder,
  REMINDER_DAYS,
  REMINDER_HOURS,
  REMINDER_WAYS,
  type ReminderEstimate,
  reminders,
  type ReminderWays,
} from '../../../contract/reach/reminders.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { useShow } from '../../base/show.ts'
import { loadWords } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import { zoneOptions } from '../../base/time-zones.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Unread } from '../../parts/unread-page.tsx'

await loadWords('reminders')

type ReminderDrawerProps = { form: Pick<FormRow, 'formKey' | 'name'>; onClose: () => void }

export function ReminderDrawer({ form, onClose }: ReminderDrawerProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useRead(reminders.readReminder, { params: { c, formKey: form.formKey } })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('reminders.title', { name: form.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {read.data && <Settings formKey={form.formKey} saved={read.data} onClose={onClose} />}
      {!read.data && <Unread read={read} shapes={[36, 120, 36, 36]} />}
    </Drawer>
  )
}

function Settings({ formKey, saved, onClose }: { formKey: string; saved: FormReminder; onClose: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, role } = useCabinet()
  const isOwner = role === 'owner'
  const [isOn, setIsOn] = useState(saved.isOn)
  const [days, setDays] = useState<number | string>(saved.afterDays)
  const [ways, setWays] = useState<ReminderWays>(saved.ways === 'unknown' ? 'email' : saved.ways)
  const [timeZone, setTimeZone] = useState(saved.timeZone)
  const [zones] = useState(() => zoneOptions(saved.timeZone))
  const [isEarlier, setIsEarlier] = useState(saved.isOn && saved.since === null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const isDay = typeof days === 'number' && days >= REMINDER_DAYS.min && days <= REMINDER_DAYS.max
  const save = useWrite(reminders.saveReminder, {
    refresh: [reminders.readReminder, reminders.estimateReminder],
    done: (reply) => t(reply.isOn ? 'reminders.savedOn' : 'reminders.savedOff'),
    onDone: onClose,
    onRefused: ({ fields }) => {
      const found = Object.entries(fields ?? {}).map(([name, fault]) => [name, fault.message] as const)
      setFaults(Object.fromEntries(found))
      return found.length > 0
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isDay) return setFaults({ afterDays: t('reminders.days.bad', REMINDER_DAYS) })
    save.run({ params: { c, formKey }, body: { isOn, afterDays: days, ways, timeZone, earlier: isEarlier } })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('reminders.lead', REMINDER_HOURS)}</Text>
        {!saved.asksAgreement && <StatusBanner tone="warning">{t('reminders.noAgreement')}</StatusBanner>}
        {!isOwner && <StatusBanner tone="info">{t('reminders.ownerOnly')}</StatusBanner>}
        <Switch
          label={t('reminders.on')}
          checked={isOn}
          disabled={!isOwner}
          onChange={(event) => setIsOn(event.currentTarget.checked)}
        />
        <NumberInput
          label={t('reminders.days.label')}
          description={t('reminders.days.hint')}
          min={REMINDER_DAYS.min}
          max={REMINDER_DAYS.max}
          allowDecimal={false}
          disabled={!isOwner}
          value={days}
          error={faults.afterDays}
          onChange={setDays}
        />
        <Select
          label={t('reminders.ways.label')}
          allowDeselect={false}
          disabled={!isOwner}
          data={REMINDER_WAYS.map((value) => ({ value, label: t(`reminders.ways.${value}`) }))}
          value={ways}
          error={faults.ways}
          onChange={(value) => setWays(value as ReminderWays)}
        />
        <Select
          label={t('reminders.zone.label')}
          description={t('reminders.zone.hint')}
          allowDeselect={false}
          searchable
          disabled={!isOwner}
          data={zones}
          nothingFoundMessage={t('reminders.zone.none')}
          limit={100}
          value={timeZone}
          error={faults.timeZone}
          onChange={(value) => setTimeZone(value ?? saved.timeZone)}
        />
        <Radio.Group
          label={t('reminders.who.label')}
          value={isEarlier ? 'earlier' : 'new'}
          onChange={(value) => setIsEarlier(value === 'earlier')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="new"
              label={t('reminders.who.new')}
              description={
                saved.isOn && saved.since !== null
                  ? t('reminders.who.since', { date: show.date(saved.since) })
                  : t('reminders.who.newHint')
              }
              disabled={!isOwner}
            />
            <Radio value="earlier" label={t('reminders.who.earlier')} disabled={!isOwner} />
          </Stack>
        </Radio.Group>
        {isDay && <Estimate formKey={formKey} afterDays={days} ways={ways} isEarlier={isEarlier} />}
        <Sent sent={saved.sent} />
        {isOwner && <FormButtons submitLabel={t('common.save')} isBusy={save.isBusy} onCancel={onClose} />}
      </Stack>
    </form>
  )
}

type EstimateProps = { formKey: string; afterDays: number; ways: ReminderWays; isEarlier: boolean }

/** What saving sends at once: nothing to new clients, and to earlier ones what is counted here. */
function Estimate({ formKey, afterDays, ways, isEarlier }: EstimateProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [asked] = useDebouncedValue(afterDays, 300)
  const read = useRead(reminders.estimateReminder, { params: { c, formKey }, query: { afterDays: asked } })
  if (!read.data) return <Unread read={read} shapes={[20]} />
  const { clients, isMore } = read.data
  const count = { count: clients, n: show.number(clients) }
  if (!isEarlier)
    return (
      <StatusBanner tone="info">
        {clients === 0
          ? t('reminders.now.nobody')
          : t(isMore ? 'reminders.now.moreLeftOut' : 'reminders.now.onlyNew', count)}
      </StatusBanner>
    )
  return (
    <StatusBanner tone={clients === 0 ? 'info' : 'warning'}>
      {clients === 0 ? t('reminders.now.nobody') : t(isMore ? 'reminders.now.more' : 'reminders.now.earlier', count)}
      {clients > 0 && <Plan estimate={read.data} ways={ways} />}
    </StatusBanner>
  )
}

function Plan({ estimate, ways }: { estimate: ReminderEstimate; ways: ReminderWays }) {
  const { t } = useTranslation()
  const show = useShow()
  const plan = estimate.ways[ways]
  const lines = [
    plan.email > 0 && t('reminders.plan.email', { count: plan.email, n: show.number(plan.email) }),
    plan.sms > 0 &&
      t('reminders.plan.sms', {
        count: plan.sms,
        n: show.number(plan.sms),
        parts: show.number(plan.smsParts),
        provider: estimate.smsProvider ?? '',
      }),
    (plan.sms > estimate.smsPerDay || (plan.sms > 0 && estimate.isMore)) &&
      t('reminders.plan.perDay', { limit: show.number(estimate.smsPerDay) }),
    plan.nobody > 0 && t('reminders.plan.nobody', { count: plan.nobody, n: show.number(plan.nobody) }),
  ].filter((line) => line !== false)
  return (
    <ul style={{ margin: '4px 0 0', paddingInlineStart: '1.25rem' }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Sent({ sent }: { sent: FormReminder['sent'] }) {
  const { t } = useTranslation()
  const show = useShow()
  const parts = (['email', 'sms', 'unsure', 'failed'] as const)
    .filter((name) => sent[name] > 0)
    .map((name) => t(`reminders.sent.${name}`, { n: show.number(sent[name]) }))
  if (parts.length === 0) return null
  return (
    <Text className="k-small" c="dimmed">
      {t('reminders.sent.label')} {parts.join(' · ')}
    </Text>
  )
}
