/** The bot of the module of Telegram: its token, which is never shown again, and what clients read. */
import { Anchor, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Module } from '../../../contract/reach/marketplace.ts'
import {
  TELEGRAM_GREETING_MAX,
  TELEGRAM_LINK_TEXT_MAX,
  TelegramInput,
  type TelegramModule,
} from '../../../contract/reach/telegram.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useSavedForm } from '../../base/saved-form.ts'
import { SecretInput } from '../../parts/secret-input.tsx'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { mayChangeModules } from './access.ts'
import { useSaveTelegram } from './data.ts'
import { TelegramStatusCard } from './telegram-status.tsx'

const draftOf = ({ greeting, linkText }: TelegramModule): TelegramInput => ({ token: '', greeting, linkText })

export function TelegramSettings({ module, telegram }: { module: Module; telegram: TelegramModule }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const form = useForm<TelegramInput>({
    mode: 'controlled',
    initialValues: draftOf(telegram),
    validate: checkWith(TelegramInput),
  })
  const save = useSaveTelegram(cabinet.id, module, form)
  const { isDirty, submit, leave } = useSavedForm(form, async (entered) => {
    const saved = await save.send(entered)
    return saved?.telegram ? draftOf(saved.telegram) : undefined
  })
  const canChange = mayChangeModules(cabinet)
  return (
    <Stack gap="lg">
      {telegram.hasToken && <TelegramStatusCard telegram={telegram} isActive={module.isActive} />}
      <SettingsCard
        id="telegram-title"
        title={t('marketplace.telegram.title')}
        maw={560}
        isDirty={isDirty}
        isSaving={save.isBusy}
        onSubmit={submit}
        locked={canChange ? undefined : null}
        dialogs={leave}
      >
        {!telegram.hasToken && (
          <Text c="dimmed">
            {t('marketplace.telegram.where')}{' '}
            <Anchor href={telegram.botFatherUrl} target="_blank" rel="noopener noreferrer">
              @BotFather
            </Anchor>
          </Text>
        )}
        <SecretInput
          label={t('marketplace.telegram.token')}
          description={telegram.hasToken ? t('marketplace.telegram.tokenKept') : t('marketplace.telegram.tokenHint')}
          withAsterisk={!telegram.hasToken}
          maxLength={120}
          autoComplete="new-password"
          spellCheck={false}
          readOnly={!canChange}
          {...form.getInputProps('token')}
        />
        <Textarea
          label={t('marketplace.telegram.greeting')}
          description={t('marketplace.telegram.greetingHint')}
          placeholder={t('marketplace.telegram.greetingBuiltIn', { business: cabinet.name })}
          maxLength={TELEGRAM_GREETING_MAX}
          autosize
          minRows={3}
          maxRows={8}
          readOnly={!canChange}
          {...form.getInputProps('greeting')}
        />
        <TextInput
          label={t('marketplace.telegram.linkText')}
          description={t('marketplace.telegram.linkTextHint')}
          placeholder={t('marketplace.telegram.linkBuiltIn')}
          maxLength={TELEGRAM_LINK_TEXT_MAX}
          readOnly={!canChange}
          {...form.getInputProps('linkText')}
        />
      </SettingsCard>
    </Stack>
  )
}
