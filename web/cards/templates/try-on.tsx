/** A sample card of the saved design for one's own phone: a code to scan, and the link. */
import { Group, Modal, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { useWrite } from '../../base/write.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Bone } from '../../parts/loading.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'

const SIDE_PX = 220

type TryOnDialogProps = { templateId: string; isDirty: boolean; onClose: () => void }

export function TryOnDialog({ templateId, isDirty, onClose }: TryOnDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const [sample, setSample] = useState<ReplyOf<typeof templates.tryTemplate>>()
  const ask = useWrite(templates.tryTemplate, { onDone: setSample })
  const mail = useWrite(templates.emailSample, { done: ({ email }) => t('templates.tryOn.sent', { email }) })
  const askFirst = useEffectEvent(() => ask.run({ params: { c, uuid: templateId } }))
  useEffect(() => askFirst(), [])
  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('templates.tryOn.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {isDirty && <StatusBanner tone="info">{t('templates.tryOn.unsaved')}</StatusBanner>}
        <Text>{t('templates.tryOn.text')}</Text>
        {ask.refused === null && (
          <Stack align="center" gap="xs">
            {sample ? (
              <QrCode value={sample.url} label={t('templates.tryOn.qr')} sizePx={SIDE_PX} />
            ) : (
              <Bone width={SIDE_PX} height={SIDE_PX} />
            )}
            {sample && (
              <>
                <Group gap="xs" justify="center">
                  <CopyButton value={sample.url} label={t('templates.tryOn.copy')} withText />
                  <WriteButton
                    variant="default"
                    leftSection={<IconMail size={16} aria-hidden />}
                    loading={mail.isBusy}
                    onClick={() => mail.run({ params: { c, uuid: templateId } })}
                  >
                    {t('templates.tryOn.email')}
                  </WriteButton>
                </Group>
                <Text className="k-small" c="dimmed">
                  {t('templates.tryOn.until', { time: show.dateTime(sample.expiresAt) })}
                </Text>
              </>
            )}
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}
