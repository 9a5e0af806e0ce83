/** From a chosen system to one that exchanges clients: access, the look at it, what is exchanged, on. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Crm, Integration, SyncFlags } from '../../contract/integration.ts'
import { useCabinet } from '../base/cabinet.tsx'
import { applyFields } from '../base/form.ts'
import { StatusBanner } from '../parts/status.tsx'
import { AccessFields, initialSettings } from './access-fields.tsx'
import { Categories } from './categories.tsx'
import { CheckPanel } from './check-panel.tsx'
import { useActivate, useSaveIntegration } from './data.ts'
import { ExchangeFields } from './exchange-fields.tsx'
import classes from './integration.module.css'
import { type Step, Steps } from './steps.tsx'
import { useCheck } from './use-check.ts'

type WizardProps = { integration: Integration; system: Crm; onLeave: () => void }

export function Wizard({ integration, system, onLeave }: WizardProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const stored = integration.current?.type === system.name ? integration.current : null
  const [step, setStep] = useState<Exclude<Step, 'choose'>>('access')
  const [flags, setFlags] = useState<SyncFlags>(stored?.flags ?? { read: system.reads, write: system.writes, rewrite: false })
  const [categories, setCategories] = useState(stored?.categories ?? [])
  const [version, setVersion] = useState(stored?.version ?? 0)
  const form = useForm({ mode: 'controlled', initialValues: { settings: initialSettings(system, stored?.settings) } })
  const check = useCheck(c, system.name)
  const save = useSaveIntegration(c, { onRefused: () => true })
  const activate = useActivate(c, { onRefused: () => true, done: t('integration.on.done') })

  async function keep(): Promise<boolean> {
    const kept = await save.ask({ params: { c }, body: { type: system.name, settings: form.values.settings, flags, categories, version } })
    if (kept?.current) setVersion(kept.current.version)
    return kept !== undefined
  }
  async function look() {
    setStep('check')
    const refused = await check.run(form.values.settings)
    if (refused === undefined) return
    if (refused === null) return void ((await keep()) && setStep('exchange'))
    // What is wrong with a field is said beside it.
    if (Object.keys(refused.fields).length > 0) {
      setStep('access')
      applyFields(form, refused)
    }
  }
  async function turnOn() {
    if (await keep() && await activate.ask({ params: { c } })) onLeave()
  }
  const refused = save.refused ?? activate.refused
  return (
    <Stack gap="lg">
      <Steps now={step} />
      {step === 'access' && (
        <form
          noValidate className={classes.panel}
          onSubmit={(event) => {
            event.preventDefault()
            void look()
          }}
        >
          <Stack gap="md">
            <Title order={2}>{t('integration.access.title', { name: system.title })}</Title>
            <Text c="dimmed">{t(`integration.where.${system.name as 'url'}`)}</Text>
            <AccessFields system={system} form={form} choices={check.choices} kept={stored?.secrets ?? []} />
            <Group gap="xs">
              <Button variant="default" onClick={onLeave}>{t('integration.access.back')}</Button>
              <Button type="submit">{t('integration.access.next')}</Button>
            </Group>
          </Stack>
        </form>
      )}
      {step === 'check' && <CheckPanel states={check.states} refused={check.refused ?? save.refused} onBack={() => setStep('access')} onRetry={() => void look()} />}
      {step === 'exchange' && (
        <Stack gap="md" className={classes.panel ?? ''}>
          <Title order={2}>{t('integration.exchange.title')}</Title>
          <ExchangeFields system={system} flags={flags} onChange={setFlags} />
          {system.hasCategories && <Categories c={c} value={categories} onChange={setCategories} />}
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep('access')}>{t('integration.check.back')}</Button>
            <Button onClick={() => setStep('on')}>{t('integration.exchange.next')}</Button>
          </Group>
        </Stack>
      )}
      {step === 'on' && (
        <Stack gap="md" className={classes.panel ?? ''}>
          <Title order={2}>{t('integration.on.title', { name: system.title })}</Title>
          <Text>{t('integration.on.text')}</Text>
          {refused && <StatusBanner tone="danger">{refused.message}</StatusBanner>}
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep('exchange')}>{t('integration.check.back')}</Button>
            <Button onClick={() => void turnOn()} loading={save.isBusy || activate.isBusy} aria-busy={save.isBusy || activate.isBusy}>{t('integration.on.submit')}</Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}
