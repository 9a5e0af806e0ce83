/** The card and a button for a website: how it looks, and the code that puts it there. */
import { Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormLink } from '../../../contract/people/form-links.ts'
import type { Form } from '../../../contract/people/forms.ts'
import { PHONE } from '../../base/theme.ts'
import { copyText } from './copy-text.ts'
import { embedCode, embedSize, embedUrl } from './embed-code.ts'
import classes from './poster.module.css'

type EmbedDialogProps = {
  form: Form
  links: readonly FormLink[]
  onClose: () => void
}

export function EmbedDialog({ form, links, onClose }: EmbedDialogProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [linkId, setLinkId] = useState('')
  const chosen = links.find((one) => one.id === linkId)
  const url = embedUrl(form.url, chosen?.url)
  const size = embedSize(form.look)
  const code = embedCode(url, t('links.embed.frameTitle', { name: form.settings.title || form.name }), size)
  return (
    <Modal
      opened
      onClose={onClose}
      size="52rem"
      fullScreen={isPhone ?? false}
      title={t('links.embed.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.columns}>
        <Stack gap="md">
          <Text c="dimmed">{t('links.embed.lead')}</Text>
          <Select
            label={t('links.embed.link')}
            description={t('links.embed.linkHint')}
            allowDeselect={false}
            data={[
              { value: '', label: t('links.poster.noLink') },
              ...links.filter((one) => one.isOn).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={linkId}
            onChange={(value) => setLinkId(value ?? '')}
          />
          <Textarea
            label={t('links.embed.code')}
            classNames={{ input: 'k-mono' }}
            autosize
            readOnly
            value={code}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            leftSection={<IconCopy size={16} aria-hidden="true" />}
            onClick={() => copyText(code, t('links.embed.copied'), t('links.embed.copyFailed'))}
          >
            {t('links.embed.copy')}
          </Button>
        </Stack>
        <iframe
          key={url}
          src={url}
          title={t('links.embed.preview')}
          width={size.width}
          height={size.height}
          style={{ border: 0, maxWidth: '100%', margin: '0 auto' }}
        />
      </div>
    </Modal>
  )
}
