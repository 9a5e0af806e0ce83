import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBellRinging, IconCopy, IconExternalLink, IconLink, IconQrcode } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { PHONE } from '../../base/theme.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { StepButtons } from '../../parts/draft/step-buttons.tsx'
import { PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useTestPhonesItem } from '../../parts/test-phones-button.tsx'
import { copyText } from './copy-text.ts'
import type { Editor } from './use-editor.ts'

type EditorHeaderProps = { editor: Editor; onPoster: () => void; onReminder: () => void }

/** Actions on a saved form: undo and redo, its link, its poster, its reminder, its page. */
export function EditorHeader({ editor, onPoster, onReminder }: EditorHeaderProps) {
  const { domain } = useCabinet()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { saved } = editor
  const phones = useTestPhonesItem(saved.url)
  const qr = {
    label: t('forms.editor.poster'),
    icon: <IconQrcode size={16} aria-hidden="true" />,
    onClick: onPoster,
  }
  const reminder = {
    label: t('forms.list.reminder'),
    icon: <IconBellRinging size={16} aria-hidden="true" />,
    onClick: onReminder,
  }
  const more = [
    {
      label: t('forms.editor.copyLink'),
      icon: <IconCopy size={16} aria-hidden="true" />,
      onClick: () => copyText(saved.url, t('forms.list.copied'), t('forms.list.copyFailed')),
    },
    qr,
    reminder,
    {
      label: t('forms.editor.links'),
      icon: <IconLink size={16} aria-hidden="true" />,
      onClick: () =>
        void navigate({
          to: '/$cabinetDomain/form/$formKey/links',
          params: { cabinetDomain: domain, formKey: saved.formKey },
        }),
    },
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
      more={[...(isPhone ? more : [qr, reminder]), ...phones]}
      secondary={
        <>
          <StepButtons draft={editor.state} />
          {!isPhone && (
            <>
              <CopyButton value={saved.url} label={t('forms.editor.copyLink')} withText />
              <LinkButton
                to="/$cabinetDomain/form/$formKey/links"
                params={{ cabinetDomain: domain, formKey: saved.formKey }}
                variant="default"
                leftSection={<IconLink size={18} stroke={1.75} aria-hidden="true" />}
              >
                {t('forms.editor.links')}
              </LinkButton>
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
