/** The QR code of a named link: to show and to download. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormLink } from '../../../contract/people/form-links.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './qr-dialog.module.css'
import { downloadQr } from './qr-file.ts'

const CODE_PX = 240

export function LinkQr({ link, onClose }: { link: FormLink; onClose: () => void }) {
  const { t } = useTranslation()
  const [hasFailed, setHasFailed] = useState(false)
  const download = (format: 'png' | 'svg') =>
    void downloadQr(format, link.url, link.name).then((isKept) => setHasFailed(!isKept))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('links.qr.title', { name: link.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <div className={classes.code}>
          <QrCode value={link.url} label={t('links.qr.label', { url: link.url })} sizePx={CODE_PX} />
        </div>
        <Text ta="center" c="dimmed" style={{ textWrap: 'balance' }}>
          {t('links.qr.text')}
        </Text>
        <Group gap={4} wrap="nowrap" className={classes.link}>
          <Text className="k-mono" style={{ overflowWrap: 'anywhere' }}>
            {link.url}
          </Text>
          <CopyButton value={link.url} label={t('links.copy')} />
        </Group>
        {hasFailed && <StatusBanner tone="warning">{t('links.qr.failed')}</StatusBanner>}
        <Group justify="flex-end" gap="xs">
          {(['png', 'svg'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => download(format)}
            >
              {t(`links.qr.${format}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Modal>
  )
}
