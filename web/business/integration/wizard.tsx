/** Sets up a chosen system: access, a check of it, what is exchanged, turning it on. */
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Crm, type Integration, receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import type { SyncFlags } from '../../../contract/business/crm-sync.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { applyFields } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { AccessFields, initialSettings, withOnlyChoices } from './access-fields.tsx'
import { CertificateOffer } from './certificate-offer.tsx'
import { Categories } from './categories.tsx'
import { ConsentOffer } from './consent-offer.tsx'
import { CheckPanel } from './check-panel.tsx'
import { useActivate, useSaveIntegration } from './data.ts'
import { downloadsOf } from './downloads.ts'
import { ExchangeFields } from './exchange-fields.tsx'
import classes from './integration.module.css'
import { type Step, Steps } from './steps.tsx'
import { useCheck } from './use-check.ts'

type WizardProps = { integration: Integration; system: Crm; onLeave: () => void }

export function Wizard({ integration, system, onLeave }: WizardProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const wizard = useWizard(c, integration, system, onLeave)
  const { step, setStep, stored, form, check, save, flags, setFlags, categories, setCategories } = wizard
  return (
    <Stack gap="lg">
      <Steps now={step} />
      {step === 'access' && (
        <AccessStep title={t('integration.access.title', { name: system.title })} onBack={onLeave} onNext={wizard.look}>
          <Text c="dimmed">{t(`vendors.${system.name as 'vendor'}.where`)}</Text>
          {system.consent !== 'none' && <ConsentOffer system={system} settings={form.values.settings} />}
          {downloadsOf(system.name).map(({ name, href }) => (
            <Anchor key={name} href={href} download={name} fw={500} w="fit-content">
              {t('integration.access.download', { file: name })}
            </Anchor>
          ))}
          <AccessFields
            system={system}
            form={form}
            choices={check.choices}
            kept={stored?.secrets ?? []}
            offer={
              wizard.fingerprint !== null && (
                <CertificateOffer
                  key="certificate"
                  fingerprint={wizard.fingerprint}
                  isAccepted={form.values.settings['certificate'] === wizard.fingerprint}
                  onAccept={() => form.setFieldValue('settings.certificate', wizard.fingerprint ?? '')}
                />
              )
            }
          />
        </AccessStep>
      )}
      {step === 'check' && (
        <CheckPanel
          states={check.states}
          refused={check.refused ?? save.refused}
          onBack={() => setStep('access')}
          onRetry={() => void wizard.look()}
        />
      )}
      {step === 'exchange' && (
        <Stack gap="md" className={classes.panel ?? ''}>
          <Title order={2}>{t('integration.exchange.title')}</Title>
          <ExchangeFields system={system} flags={flags} onChange={setFlags} />
          {system.abilities.groups !== 'none' && <Categories c={c} value={categories} onChange={setCategories} />}
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep('access')}>
              {t('integration.check.back')}
            </Button>
            <Button onClick={() => setStep('on')}>{t('integration.exchange.next')}</Button>
          </Group>
        </Stack>
      )}
      {step === 'on' && (
        <OnStep
          name={system.title}
          refused={wizard.refusedOn}
          isBusy={wizard.isTurningOn}
          onBack={() => setStep('exchange')}
          onNext={wizard.turnOn}
        />
      )}
    </Stack>
  )
}

/** The steps, and what each of them sends. @param onDone after the exchange was turned on */
function useWizard(c: number, integration: Integration, system: Crm, onDone: () => void) {
  const { t } = useTranslation()
  const stored = integration.current?.type === system.name ? integration.current : null
  const [step, setStep] = useState<Exclude<Step, 'choose'>>('access')
  const [flags, setFlags] = useState<SyncFlags>(
    stored?.flags ?? { read: receivesFrom(system.abilities), write: sendsTo(system.abilities), rewrite: false },
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
    // A single choice is taken without asking, and the check goes on to the next one.
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
    // A fault of a field is shown beside it.
    if (Object.keys(refused.fields).length === 0) return
    setStep('access')
    applyFields(form, refused)
    for (const name of Object.keys(choices))
      if (!settings[name] && refused.fields[`settings.${name}`])
        form.setFieldError(`settings.${name}`, t('integration.access.choose'))
  }
  async function turnOn() {
    if ((await keep()) && (await activate.ask({ params: { c } }))) onDone()
  }
  return {
    step,
    setStep,
    stored,
    form,
    check,
    save,
    flags,
    setFlags,
    categories,
    setCategories,
    look,
    fingerprint: fingerprintIn(check.refused),
    turnOn,
    refusedOn: save.refused ?? activate.refused,
    isTurningOn: save.isBusy || activate.isBusy,
  }
}

const fingerprintIn = (refused: Refused | null): string | null => {
  const seen = refused?.detail['fingerprint']
  return typeof seen === 'string' ? seen : null
}

type StepProps = { onBack: () => void; onNext: () => Promise<void> }

function AccessStep({ title, onBack, onNext, children }: StepProps & { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <form
      noValidate
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        void onNext()
      }}
    >
      <Stack gap="md">
        <Title order={2}>{title}</Title>
        {children}
        <Group gap="xs">
          <Button variant="default" onClick={onBack}>
            {t('integration.access.back')}
          </Button>
          <Button type="submit">{t('integration.access.next')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

type OnStepProps = StepProps & { name: string; refused: Refused | null; isBusy: boolean }

function OnStep({ name, refused, isBusy, onBack, onNext }: OnStepProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" className={classes.panel ?? ''}>
      <Title order={2}>{t('integration.on.title', { name })}</Title>
      <Text>{t('integration.on.text')}</Text>
      {refused && <StatusBanner tone="danger">{refused.message}</StatusBanner>}
      <Group gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('integration.check.back')}
        </Button>
        <WriteButton onClick={() => void onNext()} loading={isBusy} aria-busy={isBusy}>
          {t('integration.on.submit')}
        </WriteButton>
      </Group>
    </Stack>
  )
}
