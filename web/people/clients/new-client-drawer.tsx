/** A client made at the till: asks for a few facts, then shows the link to the card. */
import { Button, Drawer, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { type Language, LANGUAGES } from '../../../contract/limits.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { hundredthsOf } from '../../base/amount.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { applyFields } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { useLanguage } from '../../base/words.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { CardLink, hasLink } from './card-link.tsx'
import { useTemplates } from './data.ts'
import { useCreateClient } from './holders-data.ts'

export function NewClientDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Client | null>(null)
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t(made ? 'holders.create.done' : 'holders.create.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {made ? (
        <MadeClient client={made} onAnother={() => setMade(null)} />
      ) : (
        <NewClientForm onClose={onClose} onMade={setMade} />
      )}
    </Drawer>
  )
}

/** Amounts by the names of the call. */
const AMOUNTS = { balance: 'balanceMinor', bonus: 'bonusMinor', discount: 'discountHundredths' } as const
const EMPTY = { name: '', surname: '', tel: '', email: '', promoCode: '', balance: '', bonus: '', discount: '' }
type Values = typeof EMPTY & { template: string; lang: Language }

/** What is typed as the call takes it; an empty amount is left out, one that cannot be read is wrong. */
function inputOf({ balance, bonus, discount, ...facts }: Values) {
  const amounts = Object.entries({ balance, bonus, discount }).filter(([, text]) => text.trim() !== '')
  return {
    ...facts,
    ...Object.fromEntries(amounts.map(([name, text]) => [AMOUNTS[name as 'bonus'], hundredthsOf(text) ?? Number.NaN])),
  }
}

function useNewClient(onMade: (client: Client) => void) {
  const { t } = useTranslation()
  const points = usePoints()
  const { id: c } = useCabinet()
  const lang = useLanguage()
  const templates = (useTemplates(c).data?.templates ?? []).filter((one) => !one.isArchived)
  const template = templates.find((one) => one.isDefault)?.id ?? templates[0]?.id ?? ''
  const [blocked, setBlocked] = useState<Refused | null>(null)
  // Of this client: a second click, or an answer that was lost, makes no second one.
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  const form = useForm<Values>({ mode: 'controlled', initialValues: { ...EMPTY, template: '', lang } })
  const write = useCreateClient((refused) => {
    setRequestKey(crypto.randomUUID())
    const isKnown = refused.code === 'phone_taken'
    if (isKnown || refused.code === 'card_limit') setBlocked(refused)
    else if (refused.code === 'bad_phone') form.setFieldError('tel', refused.message)
    else return applyFields(form, refused, RENAMED)
    return true
  })
  const submit = form.onSubmit(async (values) => {
    setBlocked(null)
    const input = inputOf({ ...values, template: values.template || template })
    const bad = Object.entries(AMOUNTS).find(([, name]) => Number.isNaN((input as Record<string, unknown>)[name]))
    if (bad) return form.setFieldError(bad[0], t('holders.amount.bad'))
    const fault = points.faultOf(hundredthsOf(values.bonus || '0') ?? 0)
    if (fault !== undefined) return form.setFieldError('bonus', fault)
    const client = await write.ask({ params: { c }, body: { ...input, requestKey } })
    if (client) onMade(client)
  })
  return { form, templates, template, blocked, submit, isBusy: write.isBusy }
}

const RENAMED = Object.fromEntries(Object.entries(AMOUNTS).map(([field, name]) => [name, field]))

function NewClientForm({ onClose, onMade }: { onClose: () => void; onMade: (client: Client) => void }) {
  const { t } = useTranslation()
  const mayGiveAmounts = useHasRight('amounts')
  const points = usePoints()
  const { form, templates, template, blocked, submit, isBusy } = useNewClient(onMade)
  const text = (name: keyof typeof EMPTY, inputMode?: 'tel' | 'email' | 'decimal') => (
    <TextInput
      label={name === 'bonus' ? points.name : t(`clients.client.fields.${name}`)}
      autoComplete="off"
      {...(inputMode && { inputMode })}
      {...form.getInputProps(name)}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('holders.create.lead')}</Text>
        {blocked && <Blocked refused={blocked} />}
        <TextInput
          label={t('clients.client.fields.tel')}
          description={t('clients.client.hints.tel')}
          inputMode="tel"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('tel')}
        />
        {text('name')}
        {text('surname')}
        {text('email', 'email')}
        {templates.length > 1 && (
          <Select
            label={t('clients.client.fields.template')}
            data={templates.map((one) => ({ value: one.id, label: one.name }))}
            allowDeselect={false}
            {...form.getInputProps('template')}
            value={form.values.template || template}
          />
        )}
        <Select
          label={t('holders.create.lang')}
          data={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
          allowDeselect={false}
          {...form.getInputProps('lang')}
        />
        {text('promoCode')}
        {mayGiveAmounts && (
          <details>
            <summary>{t('holders.create.amounts')}</summary>
            <Stack gap="sm" mt="sm">
              {text('balance', 'decimal')}
              {text('bonus', 'decimal')}
              {text('discount', 'decimal')}
            </Stack>
          </details>
        )}
        <FormButtons submitLabel={t('holders.create.submit')} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** The client who has the phone is offered; any other reason is named. */
function Blocked({ refused }: { refused: Refused }) {
  const { t } = useTranslation()
  const open = useOpenClient()
  const { client, name, cardNumber } = refused.detail
  if (typeof client !== 'string') return <PlanBanner state="full" text={refused.message} />
  return (
    <StatusBanner
      tone="warning"
      action={
        <Button variant="default" size="compact-sm" onClick={() => open(client)}>
          {t('holders.create.openKnown')}
        </Button>
      }
    >
      {t('holders.create.known', {
        name: String(name) || t('clients.nameless'),
        number: cardNumberText(Number(cardNumber)),
      })}
    </StatusBanner>
  )
}

function MadeClient({ client, onAnother }: { client: Client; onAnother: () => void }) {
  const { t } = useTranslation()
  const open = useOpenClient()
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {t('holders.create.doneText', {
          name: `${client.name} ${client.surname}`.trim() || t('clients.nameless'),
          number: cardNumberText(client.cardNumber),
        })}
      </Text>
      {hasLink(client) ? (
        <CardLink client={client} />
      ) : (
        <StatusBanner tone="warning">{t('holders.create.noCard')}</StatusBanner>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {t('holders.create.another')}
        </Button>
        <Button onClick={() => open(client.id)}>{t('holders.create.open')}</Button>
      </Group>
    </Stack>
  )
}

function useOpenClient(): (id: string) => void {
  const { domain } = useCabinet()
  const navigate = useNavigate()
  return (id) => void navigate({ to: `/${domain}/clients/${id}` as string })
}
