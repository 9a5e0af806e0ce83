/** The link to one client's card: as a QR code to scan or print, to copy, sent by SMS or email. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconMail, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { ClientCard } from '../../../contract/people/client-cards.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import classes from './card-link.module.css'
import { useEmailCardLink } from './holders-data.ts'
import { SendLinkButton } from './send-link.tsx'

type Linked = Client & { cardUrl: string }
export const hasLink = (client: Client): client is Linked => client.cardUrl !== null

/** `card`: of a client who has several; left out: the main one. */
type CardLinkProps = { client: Linked; card?: ClientCard | undefined }

export function CardLinkDialog({ client, card, onClose }: CardLinkProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const name = `${client.name} ${client.surname}`.trim() || t('clients.nameless')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('holders.link.title', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <CardLink client={client} card={card} />
    </Modal>
  )
}

export function CardLink({ client, card }: CardLinkProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const email = useEmailCardLink((to) => t('holders.link.emailed', { email: to }))
  const [isPrinting, setIsPrinting] = useState(false)
  return (
    <Stack gap="md">
      {card && (
        <Text ta="center" fw={600}>
          {card.template.name}
        </Text>
      )}
      <div className={classes.code}>
        <QrCode value={client.cardUrl} label={t('holders.link.qr')} sizePx={200} />
      </div>
      <Text ta="center" c="dimmed">
        {t('holders.link.text')}
      </Text>
      <Text className="k-mono" style={{ overflowWrap: 'anywhere' }}>
        {client.cardUrl}
      </Text>
      <Group gap="xs">
        <CopyButton value={client.cardUrl} label={t('holders.link.copy')} withText />
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => setIsPrinting(true)}
        >
          {t('holders.link.print')}
        </Button>
        {client.tel !== '' && <SendLinkButton client={client} label={t('holders.link.sms')} cardId={card?.id} />}
        {client.email !== '' && (
          <WriteButton
            variant="default"
            leftSection={<IconMail size={16} aria-hidden="true" />}
            loading={email.isBusy}
            aria-busy={email.isBusy}
            onClick={() => email.run({ params: { c, id: client.id }, body: { cardId: card?.id } })}
          >
            {t('holders.link.email')}
          </WriteButton>
        )}
      </Group>
      {isPrinting && <PrintedCode client={client} onDone={() => setIsPrinting(false)} />}
    </Stack>
  )
}

/** A slip of paper: the QR code, whose card it is, what to do. Beside the app in the body: nothing else is printed. */
function PrintedCode({ client, onDone }: { client: Linked; onDone: () => void }) {
  const { t } = useTranslation()
  const { name } = useCabinet()
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [onDone])
  return createPortal(
    <div className={classes.slip} aria-hidden="true">
      <strong>{name}</strong>
      <span>{`${client.name} ${client.surname}`.trim()}</span>
      <QrCode value={client.cardUrl} label={t('holders.link.qr')} sizePx={220} />
      <span>{cardNumberText(client.cardNumber)}</span>
      <span>{t('holders.link.steps')}</span>
    </div>,
    document.body,
  )
}
