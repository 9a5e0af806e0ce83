/** The words that a client agreed to, each version: they stay as they were, whatever the form says now. */
import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GivenConsent } from '../../../contract/people/consents.ts'
import { useShow } from '../../base/show.ts'
import { loadWords } from '../../base/words.ts'
import classes from './consent.module.css'

await loadWords('proof')

/** @param consents the latest first */
export function ConsentDialog({ consents, onClose }: { consents: readonly GivenConsent[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [latest, ...earlier] = consents
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('proof.consent.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {latest && <Words consent={latest} />}
        {earlier.length > 0 && (
          <Text component="h3" fw={600} m={0}>
            {t('proof.consent.earlier')}
          </Text>
        )}
        {earlier.map((consent) => (
          <Words key={consent.hash} consent={consent} />
        ))}
      </Stack>
    </Modal>
  )
}

function Words({ consent: { at, ip, form, text, hash, since, isCurrent } }: { consent: GivenConsent }) {
  const { t } = useTranslation()
  const show = useShow()
  const about = { at: show.dateTime(at), form: form?.name ?? '', ip }
  const version = [
    since !== null && t('proof.consent.since', { since: show.dateTime(since) }),
    isCurrent === false && t('proof.consent.isOld'),
  ].filter((part) => part !== false)
  return (
    <Stack component="section" gap="xs">
      <Text>{form ? t('proof.consent.inForm', about) : t('proof.consent.given', about)}</Text>
      {text === null ? (
        <Text>{t('proof.consent.notKept')}</Text>
      ) : (
        <blockquote className={classes.words}>{text}</blockquote>
      )}
      {version.length > 0 && <Text className="k-small">{version.join(' ')}</Text>}
      <Text className="k-small">
        {t('proof.consent.hash')} <code className={`k-mono ${classes.hash}`}>{hash}</code>
      </Text>
    </Stack>
  )
}
