/** The text of the link, and its length in SMS. */
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { SMS_LIMITS } from '../../../contract/limits.ts'
import { fillSms, SMS_TOKENS, smsLength } from '../../../contract/people/sms-text.ts'
import { SmsTexts, type SmsTextsShown } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useSavedForm } from '../../base/saved-form.ts'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { TokenInput } from '../../parts/token-input/token-input.tsx'
import { readableText } from '../../parts/token-input/tokens.ts'
import { useSaveTexts } from './acts.ts'
import classes from './verification.module.css'

/** As long as a real one. */
const TICKET = '0b1c2d3e4f5061728394a5b6c7d8e9f0AbCdEfGhIjKlMnOpQrStUv'

export function TextsCard({ texts }: { texts: SmsTextsShown }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const form = useForm({
    mode: 'controlled',
    initialValues: { linkText: texts.linkText },
    validate: checkWith(SmsTexts.pick({ linkText: true })),
  })
  const save = useSaveTexts(form, t('verification.texts.saved'))
  const isOwner = cabinet.role === 'owner'
  const { isDirty, submit, leave } = useSavedForm(form, async (entered) => {
    const saved = await save.ask({ params: { c: cabinet.id }, body: { ...entered, dailyLimit: texts.dailyLimit } })
    return saved && { linkText: saved.linkText }
  })
  const values = {
    link: `${location.origin}/c/${cabinet.domain}/${TICKET}`,
    name: t('common.sample.name'),
    organisation: cabinet.name,
  }
  const tokens = SMS_TOKENS.map((name) => ({
    raw: `{${name}}`,
    label: t(`verification.texts.tokens.${name}`),
    example: values[name],
  }))
  const { linkText } = form.values
  const ourText = readableText(t('verification.sms.link', { organisation: '{organisation}', link: '{link}' }), tokens)
  const example = linkText.trim() === '' ? t('verification.sms.link', values) : fillSms(linkText, values)
  return (
    <SettingsCard
      id="texts-title"
      title={t('verification.texts.title')}
      maw={560}
      isDirty={isDirty}
      isSaving={save.isBusy}
      onSubmit={submit}
      locked={isOwner ? undefined : t('verification.ownerOnly')}
      dialogs={leave}
    >
      {isOwner ? (
        <TokenInput
          multiline
          label={t('verification.texts.label')}
          description={t('verification.texts.hint')}
          value={linkText}
          onChange={(text) => form.setFieldValue('linkText', text)}
          maxLength={SMS_LIMITS.textMax}
          error={form.errors.linkText}
          placeholder={ourText}
          tokens={tokens}
        />
      ) : (
        <Text>{linkText === '' ? ourText : readableText(linkText, tokens)}</Text>
      )}
      <Example text={example} />
    </SettingsCard>
  )
}

function Example({ text }: { text: string }) {
  const { t } = useTranslation()
  const { used, perSegment, segments } = smsLength(text)
  const room = Math.max(1, segments) * perSegment
  return (
    <div>
      <Text className="k-small" fw={600}>
        {t('verification.texts.example')}
      </Text>
      <p className={classes.bubble}>{text}</p>
      <Text className="k-small k-number" c="dimmed" role="status">
        {t('verification.texts.counter', { used, count: room, room, segments })}
      </Text>
      {perSegment < 100 && (
        <Text className="k-small" c="dimmed">
          {t('verification.texts.unicode')}
        </Text>
      )}
    </div>
  )
}
