/** A preview of an email with the typed sender, and a button that sends it to the user. */
import { Group, NativeSelect, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emails, SHOWN_EMAILS } from '../../../contract/platform/emails.ts'
import { type Language, LANGUAGES } from '../../../contract/limits.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useUser } from '../../base/session.ts'
import { useLanguage } from '../../base/words.ts'
import { Unread } from '../../parts/unread-page.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { usePreview, useSendTest } from './data.ts'
import { frameOf } from './email-frame.ts'
import classes from './emails.module.css'

const PAUSE_MS = 300
const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

export function PreviewCard({ senderName, isDirty }: { senderName: string; isDirty: boolean }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const user = useUser()
  const [lang, setLang] = useState<Language>(useLanguage())
  const [email, setEmail] = useState<(typeof SHOWN_EMAILS)[number]>('invite')
  const [view, setView] = useState<'html' | 'text'>('html')
  const [settled] = useDebouncedValue(senderName, PAUSE_MS)
  const asked = emails.previewEmail.query.safeParse({ senderName: settled, lang, email })
  const read = usePreview(c, asked.success ? asked.data : null)
  const test = useSendTest()
  return (
    <Paper component="section" p="lg" aria-labelledby="preview-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="preview-title">
            {t('emails.preview.title')}
          </Title>
          <Text c="dimmed">{t('emails.preview.lead')}</Text>
        </div>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t('emails.preview.email')}
            value={email}
            data={SHOWN_EMAILS.map((value) => ({ value, label: t(`emails.preview.${value}`) }))}
            onChange={(event) => setEmail(event.currentTarget.value as typeof email)}
          />
          <NativeSelect
            label={t('emails.preview.language')}
            value={lang}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(event) => setLang(event.currentTarget.value as Language)}
          />
          <SegmentedControl
            aria-label={t('emails.preview.view')}
            value={view}
            onChange={(value) => setView(value as typeof view)}
            data={[
              { value: 'html', label: t('emails.preview.html') },
              { value: 'text', label: t('emails.preview.text') },
            ]}
          />
        </Group>
        {!read.data && <Unread read={read} shapes={[420]} />}
        {read.data && (
          <div className={classes.email}>
            <dl className={classes.head}>
              <dt>{t('emails.preview.from')}</dt>
              <dd>{read.data.from}</dd>
              <dt>{t('emails.preview.replyTo')}</dt>
              <dd>{read.data.replyTo || t('emails.preview.nobody')}</dd>
              <dt>{t('emails.preview.subject')}</dt>
              <dd className={classes.subject}>{read.data.subject}</dd>
            </dl>
            {view === 'html' ? (
              <iframe
                className={classes.frame}
                title={t('emails.preview.frame')}
                sandbox=""
                srcDoc={frameOf(read.data.html, pageNonce())}
              />
            ) : (
              <pre className={classes.text} tabIndex={0} aria-label={t('emails.preview.frame')}>
                {read.data.text}
              </pre>
            )}
          </div>
        )}
        {role === 'owner' && (
          <Group gap="sm">
            <WriteButton
              variant="default"
              disabled={isDirty}
              loading={test.isBusy}
              aria-busy={test.isBusy}
              onClick={() => test.run({ params: { c } })}
            >
              {t('emails.test.button')}
            </WriteButton>
            <Text className="k-small" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {isDirty ? t('emails.test.saveFirst') : t('emails.test.hint', { email: user?.email ?? '' })}
            </Text>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
