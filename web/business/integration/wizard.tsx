/** From a chosen system to one that exchanges clients: access, the look at it, what is exchanged, on. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Crm, Integration, SyncFlags } from '../../../contract/business/integration.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { applyFields } from '../../base/form.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { AccessFields, initialSettings, withOnlyChoices } from './access-fields.tsx'
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
  const [flags, setFlags] = useState<SyncFlags>(
    stored?.flags ?? { read: system.reads, write: system.writes, rewrite: false },
  )
  const [categories, setCategories] = useState(stored?.categories ?? [])
  const [version, setVersion] = useState(stored?.version ?? 0)
  const form = useForm({ mode: 'controlled', initialValues: { settings: initialSettings(system, stored?.settings) } })
  const check = useCheck(c, system.name)
  const save = useSaveIntegration(c, { onRefused: () => true })
  const activate = useActivate(c, { onRefused: () => true, done: t('integration.on.done') })

  async function keep(settings = form.values.settings): Promise<boolean> {
    const kept = await save.ask({ params: { c }, body: { type: system.name, settings, flags, categories, version } })
    if (kept?.current) setVersion(kept.current.version)
    return kept !== undefined
  }
  async function look() {
    setStep('check')
    let settings = form.values.settings
    let looked = await check.run(settings)
    // Of one there is nothing to choose; with it the next question can be asked.
    for (
      let filled = withOnlyChoices(settings, looked?.choices);
      looked?.refused && filled;
      filled = withOnlyChoices(settings, looked?.choices)
    ) {
      settings = filled
      form.setFieldValue('settings', settings)
      looked = await check.run(settings)
    }
    if (!looked) return
    const { refused, choices } = looked
    if (refused === null) return void ((await keep(settings)) && setStep('exchange'))
    // What is wrong with a field is said beside it.
    if (Object.keys(refused.fields).length === 0) return
    setStep('access')
    applyFields(form, refused)
    for (const name of Object.keys(choices))
      if (!settings[name] && refused.fields[`settings.${name}`])
        form.setFieldError(`settings.${name}`, t('integration.access.choose'))
  }
  async function turnOn() {
    if ((await keep()) && (await activate.ask({ params: { c } }))) onLeave()
  }
  const refused = save.refused ?? activate.refused
  return (
    <Stack gap="lg">
      <Steps now={step} />
      {step === 'access' && (
        <form
          noValidate
          className={classes.panel}
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
              <Button variant="default" onClick={onLeave}>
                {t('integration.access.back')}
              </Button>
              <Button type="submit">{t('integration.access.next')}</Button>
            </Group>
          </Stack>
        </form>
      )}
      {step === 'check' && (
        <CheckPanel
          states={check.states}
          refused={check.refused ?? save.refused}
          onBack={() => setStep('access')}
          onRetry={() => void look()}
        />
      )}
      {step === 'exchange' && (
        <Stack gap="md" className={classes.panel ?? ''}>
          <Title order={2}>{t('integration.exchange.title')}</Title>
          <ExchangeFields system={system} flags={flags} onChange={setFlags} />
          {system.hasCategories && <Categories c={c} value={categories} onChange={setCategories} />}
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep('access')}>
              {t('integration.check.back')}
            </Button>
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
            <Button variant="default" onClick={() => setStep('exchange')}>
              {t('integration.check.back')}
            </Button>
            <Button
              onClick={() => void turnOn()}
              loading={save.isBusy || activate.isBusy}
              aria-busy={save.isBusy || activate.isBusy}
            >
              {t('integration.on.submit')}
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}
