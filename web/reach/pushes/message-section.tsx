import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { textMaxOf } from '../../../contract/reach/pushes.ts'
import type { Token } from '../../parts/token-input/tokens.ts'
import { TokenInput } from '../../parts/token-input/token-input.tsx'
import { nameFrom, characterCount, LOCK_SCREEN_CHARACTERS, NAME_MAX } from './push-draft.ts'
import classes from './pushes.module.css'
import { NAME_ID, type PushForm, TEXT_ID } from './use-push-form.ts'

type MessageSectionProps = { form: PushForm; tokens: readonly Token[]; isDisabled: boolean }

/** The name for the list, and the text for the lock screen or the chat. */
export function MessageSection({ form, tokens, isDisabled }: MessageSectionProps) {
  const { t } = useTranslation()
  const draft = form.draft.value
  const count = characterCount(draft.message)
  const max = textMaxOf(draft.type)
  return (
    <section className={classes.section}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('pushes.editor.step1')}
      </Text>
      <TextInput
        id={NAME_ID}
        label={t('pushes.editor.name')}
        description={t('pushes.editor.nameHint')}
        placeholder={nameFrom({ ...draft, name: '' }) || t('pushes.editor.namePlaceholder')}
        value={draft.name}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
        maxLength={NAME_MAX}
        error={form.errors.name}
        autoComplete="off"
      />
      <div>
        <TokenInput
          id={TEXT_ID}
          label={t('pushes.editor.message')}
          description={t('pushes.editor.messageHint')}
          value={draft.message}
          onChange={(message) => form.change({ message })}
          tokens={tokens}
          isDisabled={isDisabled}
          maxLength={max}
          error={form.errors.message}
          multiline
        />
        <div className={classes.counter}>
          {draft.type !== 'telegram' && count > LOCK_SCREEN_CHARACTERS && (
            <span role="status">{t('pushes.editor.long', { n: LOCK_SCREEN_CHARACTERS })}</span>
          )}
          <span className="k-number">{t('pushes.editor.counter', { n: count, max })}</span>
        </div>
      </div>
    </section>
  )
}
