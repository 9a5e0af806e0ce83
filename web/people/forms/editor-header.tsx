import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCopy, IconExternalLink, IconQrcode } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PHONE } from '../../base/theme.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { StepButtons } from '../../parts/draft/step-buttons.tsx'
import { PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { copyText } from './copy-text.ts'
import type { Editor } from './use-editor.ts'

/** Actions on a saved form: undo and redo, its link, its poster, its page. */
export function EditorHeader({ editor, onPoster }: { editor: Editor; onPoster: () => void }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { saved } = editor
  const more = [
    {
      label: t('forms.editor.copyLink'),
      icon: <IconCopy size={16} aria-hidden="true" />,
      onClick: () => copyText(saved.url, t('forms.list.copied'), t('forms.list.copyFailed')),
    },
    { label: t('forms.editor.poster'), icon: <IconQrcode size={16} aria-hidden="true" />, onClick: onPoster },
    {
      label: t('forms.editor.openPage'),
      icon: <IconExternalLink size={16} aria-hidden="true" />,
      onClick: () => void window.open(saved.url, '_blank', 'noopener'),
    },
  ]
  return (
    <PageHeader
      title={saved.name}
      badge={
        <StatusBadge tone={saved.isOpen ? 'success' : 'neutral'}>
          {t(saved.isOpen ? 'forms.list.open' : 'forms.list.closed')}
        </StatusBadge>
      }
      more={isPhone ? more : []}
      secondary={
        <>
          <StepButtons draft={editor.state} />
          {!isPhone && (
            <>
              <CopyButton value={saved.url} label={t('forms.editor.copyLink')} withText />
              <Button
                variant="default"
                leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
                onClick={onPoster}
              >
                {t('forms.editor.poster')}
              </Button>
              <Button
                component="a"
                href={saved.url}
                target="_blank"
                rel="noopener"
                variant="default"
                leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
              >
                {t('forms.editor.openPage')}
              </Button>
            </>
          )}
        </>
      }
    />
  )
}
