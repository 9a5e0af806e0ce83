/** The QR code of a form: to show and to download; posters are on the page of its links. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { downloadQr } from './qr-file.ts'
import classes from './qr-dialog.module.css'

const CODE_PX = 240

type QrDialogProps = {
  form: Pick<FormRow, 'formKey' | 'name' | 'url' | 'isOpen'>
  isOpen: boolean
  onClose: () => void
}

export function QrDialog({ form, isOpen, onClose }: QrDialogProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('forms.qr.title', { name: form.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {!form.isOpen && <StatusBanner tone="warning">{t('forms.qr.closed')}</StatusBanner>}
        <div className={classes.code}>
          <QrCode value={form.url} label={t('forms.qr.label', { url: form.url })} sizePx={CODE_PX} />
        </div>
        <Text ta="center" c="dimmed" style={{ textWrap: 'balance' }}>
          {t('forms.qr.text')}
        </Text>
        <Group gap={4} wrap="nowrap" className={classes.link}>
          <Text className="k-mono" style={{ overflowWrap: 'anywhere' }}>
            {form.url}
          </Text>
          <CopyButton value={form.url} label={t('forms.list.copyLink')} />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => void downloadQr('svg', form.url, form.name)}
          >
            {t('forms.qr.download')}
          </Button>
          <LinkButton
            to="/$cabinetDomain/form/$formKey/links"
            params={{ cabinetDomain: domain, formKey: form.formKey }}
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
          >
            {t('forms.list.links')}
          </LinkButton>
        </Group>
      </Stack>
    </Modal>
  )
}
