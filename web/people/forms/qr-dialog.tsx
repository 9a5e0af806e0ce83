/** The QR code of a form: to show, to download, to print on A4. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from '../../../contract/people/forms.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import type { Poster, PosterText } from './poster.tsx'
import { downloadQr } from './qr-file.ts'
import classes from './qr-dialog.module.css'

const CODE_PX = 240

type QrDialogProps = {
  form: Pick<FormRow, 'name' | 'url' | 'lang' | 'isOpen'>
  cardName: string
  isOpen: boolean
  onClose: () => void
}

export function QrDialog({ form, cardName, isOpen, onClose }: QrDialogProps) {
  const { t } = useTranslation()
  const { print, sheet } = usePoster(form, cardName)
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
          <Button leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={print}>
            {t('forms.qr.print')}
          </Button>
        </Group>
      </Stack>
      {sheet}
    </Modal>
  )
}

/** Shows the poster, opens the print dialog, and removes the poster afterwards. */
function usePoster(form: QrDialogProps['form'], cardName: string) {
  const [sheet, setSheet] = useState<{ text: PosterText; Poster: typeof Poster } | null>(null)
  useEffect(() => {
    if (!sheet) return
    const clear = () => setSheet(null)
    window.addEventListener('afterprint', clear)
    window.print()
    return () => window.removeEventListener('afterprint', clear)
  }, [sheet])
  return {
    print: () =>
      void import('./poster.tsx').then(async (file) =>
        setSheet({ Poster: file.Poster, text: await file.posterText(form.lang, form.url) }),
      ),
    sheet: sheet && <sheet.Poster cardName={cardName} url={form.url} text={sheet.text} lang={form.lang} />,
  }
}
