/** Sections with only a few settings: general, texts, terms, card page, language. */
import { Anchor, Group, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { LASTING_FAILURES } from '../../../contract/people/sms-providers.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PathLink } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useSmsProvider } from '../verification/data.ts'
import { controlId, controlOf } from './controls.ts'
import classes from './editor.module.css'
import { Section } from './section.tsx'
import { foreignTexts } from './text-language.ts'
import type { Editor } from './use-editor.ts'

const AGREEMENT_MAX = 20_000
const NEAR_THE_END = 0.9

type SectionProps = {
  editor: Editor
  /** Opens the section that hides a control, and focuses it. */
  onFind: (control: string) => void
}

export function GeneralSection({
  editor,
  templates,
}: Pick<SectionProps, 'editor'> & { templates: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation()
  const { draft, settings, saved, errors } = editor
  return (
    <Section name="general">
      <TextInput
        id={controlId('name')}
        label={t('forms.general.name')}
        description={t('forms.general.nameHint')}
        maxLength={60}
        value={draft.name}
        error={errors.name}
        onChange={(event) => {
          const name = event.currentTarget.value
          editor.edit('name', (one) => ({ ...one, name }))
        }}
      />
      <Select
        id={controlId('template')}
        label={t('forms.general.card')}
        description={t('forms.general.cardHint')}
        allowDeselect={false}
        data={templates.map((one) => ({ value: one.id, label: one.name }))}
        value={draft.template}
        error={errors.template}
        onChange={(template) => template && editor.edit('template', (one) => ({ ...one, template }))}
      />
      <div>
        <Text component="span" fw={500} size="sm">
          {t('forms.general.link')}
        </Text>
        <Group gap={4} wrap="nowrap" className={classes.link}>
          <Anchor href={saved.url} target="_blank" rel="noopener" className="k-mono">
            {saved.url}
          </Anchor>
          <CopyButton value={saved.url} label={t('forms.editor.copyLink')} />
        </Group>
      </div>
      <Switch
        id={controlId('isOpen')}
        label={t('forms.general.isOpen')}
        description={t('forms.general.isOpenHint')}
        checked={settings.isOpen}
        onChange={(event) => editor.set('isOpen', { isOpen: event.currentTarget.checked })}
      />
    </Section>
  )
}

export function ParamsSection({ editor }: Pick<SectionProps, 'editor'>) {
  const { t } = useTranslation()
  const { settings, errors } = editor
  return (
    <Section name="params">
      <TextInput
        id={controlId('title')}
        label={t('forms.params.title')}
        description={t('forms.params.titleHint')}
        maxLength={80}
        value={settings.title}
        error={errors.title}
        onChange={(event) => editor.set('title', { title: event.currentTarget.value })}
      />
      <Textarea
        id={controlId('description')}
        label={t('forms.params.description')}
        description={t('forms.params.descriptionHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={settings.description}
        error={errors.description}
        onChange={(event) =>
          editor.set('description', { description: event.currentTarget.value.replaceAll(/[\r\n]+/g, ' ') })
        }
      />
      <Switch
        id={controlId('showDescriptionPage')}
        label={t('forms.params.descriptionPage')}
        description={t('forms.params.descriptionPageHint')}
        checked={settings.showDescriptionPage}
        onChange={(event) => editor.set('showDescriptionPage', { showDescriptionPage: event.currentTarget.checked })}
      />
      <SmsCheckSwitch editor={editor} />
    </Section>
  )
}

/** Without a working provider, the switch leads to its settings before anybody tries to save. */
function SmsCheckSwitch({ editor }: Pick<SectionProps, 'editor'>) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { connected } = useSmsProvider(c).data ?? {}
  const canSend =
    connected === undefined ||
    (connected !== null && (connected.failure === null || !LASTING_FAILURES.includes(connected.failure)))
  const error =
    editor.errors.smsCheck ?? (editor.settings.smsCheck && !canSend ? t('refusals.codes.sms_not_connected') : undefined)
  return (
    <div>
      <Switch
        id={controlId('smsCheck')}
        label={t('forms.smsCheck.label')}
        description={t('forms.smsCheck.hint')}
        checked={editor.settings.smsCheck}
        error={error}
        onChange={(event) => editor.set('smsCheck', { smsCheck: event.currentTarget.checked })}
      />
      {(error !== undefined || !canSend) && (
        <PathLink to={`/${domain}/settings/sms`} size="sm">
          {t('forms.smsCheck.settings')}
        </PathLink>
      )}
    </div>
  )
}

export function AgreementSection({ editor }: Pick<SectionProps, 'editor'>) {
  const { t } = useTranslation()
  const { agreement } = editor.settings
  const isLong = agreement.text.length > AGREEMENT_MAX * NEAR_THE_END
  return (
    <Section name="agreement">
      <Switch
        id={controlId('agreement.enabled')}
        label={t('forms.agreement.enabled')}
        description={t('forms.agreement.enabledHint')}
        checked={agreement.enabled}
        onChange={(event) =>
          editor.set('agreement.enabled', { agreement: { ...agreement, enabled: event.currentTarget.checked } })
        }
      />
      {agreement.enabled && (
        <Textarea
          id={controlId('agreement.text')}
          label={t('forms.agreement.text')}
          description={
            isLong
              ? `${t('forms.agreement.left', { count: agreement.text.length })} / ${AGREEMENT_MAX}`
              : t('forms.agreement.textHint')
          }
          autosize
          minRows={4}
          maxRows={14}
          maxLength={AGREEMENT_MAX}
          value={agreement.text}
          error={editor.errors['agreement.text']}
          onChange={(event) =>
            editor.set('agreement.text', { agreement: { ...agreement, text: event.currentTarget.value } })
          }
        />
      )}
      {agreement.enabled && agreement.text.trim() === '' && (
        <StatusBanner tone="warning">{t('forms.agreement.empty')}</StatusBanner>
      )}
    </Section>
  )
}

export function InstallSection({ editor }: Pick<SectionProps, 'editor'>) {
  const { t } = useTranslation()
  return (
    <Section name="install">
      <Textarea
        id={controlId('installText')}
        label={t('forms.install.text')}
        description={t('forms.install.textHint')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={300}
        value={editor.settings.installText}
        error={editor.errors.installText}
        onChange={(event) =>
          editor.set('installText', { installText: event.currentTarget.value.replaceAll(/[\r\n]+/g, ' ') })
        }
      />
    </Section>
  )
}

export function LanguageSection({ editor, onFind }: SectionProps) {
  const { t } = useTranslation()
  const { settings } = editor
  const foreign = foreignTexts(settings)
  return (
    <Section name="language">
      <Select
        id={controlId('lang')}
        label={t('forms.language.label')}
        description={t('forms.language.hint')}
        allowDeselect={false}
        value={settings.lang}
        data={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
        onChange={(lang) => lang && editor.set('lang', { lang: lang as Language })}
      />
      {foreign.length > 0 && (
        <StatusBanner tone="warning">
          {t('forms.language.foreign', { count: foreign.length })}
          <ul className={classes.foreign}>
            {foreign.map(({ path, text, lang }) => (
              <li key={path}>
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  onClick={() => onFind(controlOf(path, settings.fields))}
                >
                  {text.slice(0, 60)}
                </Anchor>
                {` · ${LANGUAGE_NAMES[lang]}`}
              </li>
            ))}
          </ul>
        </StatusBanner>
      )}
    </Section>
  )
}
