import { NumberInput, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CARD_DAYS_MAX } from '../../../contract/cards/templates.ts'
import { repairNfcKey } from '../../../contract/cards/nfc-key.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { DayInput } from '../../parts/day/day-input.tsx'
import { useVariableName } from '../../parts/token-input/variable-tokens.ts'
import { useApple } from '../certificates/data.ts'
import { Pointed, TokenControl } from './control.tsx'
import { controlId } from './controls.ts'
import { useControl, useEditDesign, useEditor } from './editor-context.tsx'
import { Section } from './section.tsx'

/** Settings that are not part of the design: default values, birthdays, validity, NFC. */
export function ExtraTab() {
  return (
    <Stack gap="lg">
      <Defaults />
      <Birthday />
      <Ends />
      <Nfc />
    </Stack>
  )
}

function Defaults() {
  const { t } = useTranslation()
  const { draft, variables, edit } = useEditor()
  const nameOf = useVariableName()
  const own = variables.filter((variable) => !variable.isSystem)
  const set = (name: string, value: string) =>
    edit(`variables.${name}`, (old) => {
      const others = Object.fromEntries(Object.entries(old.variables).filter(([key]) => key !== name))
      return { ...old, variables: value === '' ? others : { ...others, [name]: value } }
    })
  return (
    <Section title={t('templates.editor.defaults')} help={t('templates.editor.defaultsHelp')}>
      {own.length === 0 && <Text size="sm">{t('templates.editor.noOwnVariables')}</Text>}
      {own.map((variable) => (
        <TextInput
          key={variable.name}
          id={controlId(`variables.${variable.name}`)}
          label={nameOf(variable)}
          placeholder={variable.defaultValue || t('templates.editor.noDefault')}
          value={draft.variables[variable.name] ?? ''}
          maxLength={200}
          onChange={(event) => set(variable.name, event.currentTarget.value)}
        />
      ))}
    </Section>
  )
}

function Birthday() {
  const { t } = useTranslation()
  const { draft, edit } = useEditor()
  return (
    <Section title={t('templates.editor.birthday')}>
      <Switch
        id={controlId('birthdayEnabled')}
        checked={draft.birthdayEnabled}
        label={t('templates.editor.birthdaySwitch')}
        description={t('templates.editor.birthdayHelp')}
        onChange={(event) => {
          const birthdayEnabled = event.currentTarget.checked
          edit('birthdayEnabled', (old) => ({ ...old, birthdayEnabled }))
        }}
      />
    </Section>
  )
}

/** Both may be empty, and both filled in: the earlier day counts. */
function Ends() {
  const { t } = useTranslation()
  const { draft, edit } = useEditor()
  return (
    <Section title={t('templates.editor.ends')} help={t('templates.editor.endsHelp')}>
      <DayInput
        id={controlId('endsOn')}
        label={t('templates.editor.endsOn')}
        description={t('templates.editor.endsOnHelp')}
        value={draft.endsOn ?? ''}
        onChange={(day) => edit('endsOn', (old) => ({ ...old, endsOn: day === '' ? null : day }))}
      />
      <NumberInput
        id={controlId('endsAfterDays')}
        label={t('templates.editor.endsAfterDays')}
        description={t('templates.editor.endsAfterDaysHelp')}
        min={1}
        max={CARD_DAYS_MAX}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        hideControls
        value={draft.endsAfterDays ?? ''}
        onChange={(value) =>
          edit('endsAfterDays', (old) => ({ ...old, endsAfterDays: typeof value === 'number' ? value : null }))
        }
      />
    </Section>
  )
}

function Nfc() {
  const { t } = useTranslation()
  const { draft, cabinetId } = useEditor()
  const editDesign = useEditDesign()
  const { nfc } = draft.design
  const apple = useApple(cabinetId)
  const isGranted = apple.data?.hasNfc ?? false
  const isOff = useControl('design.nfc')
  const key = useControl('design.nfc.publicKey')
  const change = (part: 'message' | 'publicKey', value: string) =>
    editDesign(`design.nfc.${part}`, (design) => ({
      ...design,
      nfc: { message: '', publicKey: '', ...design.nfc, [part]: value },
    }))
  return (
    <Section title={t('templates.editor.nfc')} help={t('templates.editor.nfcHelp')}>
      {apple.data && !isGranted && <StatusBanner tone="info">{t('templates.editor.nfcGrant')}</StatusBanner>}
      <Switch
        id={isOff.id}
        checked={nfc !== null}
        disabled={nfc === null && !isGranted}
        error={isOff.error}
        label={t('templates.editor.nfcSwitch')}
        onChange={(event) => {
          const isOn = event.currentTarget.checked
          editDesign('design.nfc', (design) => ({
            ...design,
            nfc: isOn ? { message: '{cardnumber}', publicKey: '' } : null,
          }))
        }}
      />
      {nfc && (
        <>
          <TokenControl
            name="design.nfc.message"
            label={t('templates.editor.nfcMessage')}
            value={nfc.message}
            maxLength={64}
            onChange={(message) => change('message', message)}
          />
          <Pointed name="design.nfc.publicKey">
            <Textarea
              id={key.id}
              error={key.error}
              label={t('templates.editor.nfcKey')}
              description={t('templates.editor.nfcKeyHelp')}
              value={nfc.publicKey}
              maxLength={400}
              autosize
              minRows={2}
              spellCheck={false}
              onChange={(event) => change('publicKey', repairNfcKey(event.currentTarget.value))}
            />
          </Pointed>
        </>
      )}
    </Section>
  )
}
