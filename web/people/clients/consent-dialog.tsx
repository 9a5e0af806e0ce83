/** The words that a client agreed to: they stay as they were, whatever the form says now. */
import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { useShow } from '../../base/show.ts'
import { loadWords } from '../../base/words.ts'
import classes from './consent.module.css'

await loadWords('proof')

type ConsentDialogProps = { consent: NonNullable<Client['consent']>; form: Client['form']; onClose: () => void }

export function ConsentDialog({ consent, form, onClose }: ConsentDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const about = { at: show.dateTime(consent.at), form: form?.name ?? '', ip: consent.ip }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('proof.consent.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text>{form ? t('proof.consent.inForm', about) : t('proof.consent.given', about)}</Text>
        {consent.text === null ? (
          <Text>{t('proof.consent.notKept')}</Text>
        ) : (
          <blockquote className={classes.words}>{consent.text}</blockquote>
        )}
        <Text className="k-small">
          {t('proof.consent.hash')} <code className={`k-mono ${classes.hash}`}>{consent.hash}</code>
        </Text>
      </Stack>
    </Modal>
  )
}
