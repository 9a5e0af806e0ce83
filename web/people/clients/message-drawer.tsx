import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillText } from '../../../card/fill.ts'
import { type Client, clients } from '../../../contract/people/clients.ts'
import { PUSH_TEXT_MAX } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { fileUrl } from '../../base/file-url.ts'
import { PHONE } from '../../base/theme.ts'
import { toastDone } from '../../base/toast.ts'
import { useWrite } from '../../base/write.ts'
import { MessagePreview } from '../../parts/message-preview.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { TokenInput } from '../../parts/token-input/token-input.tsx'
import { useVariableTokens } from '../../parts/token-input/variable-tokens.ts'
import { WriteButton } from '../../parts/write-button.tsx'
import { cardValues, useTemplate, useVariables } from './data.ts'

type MessageDrawerProps = { client: Client; isOpen: boolean; onClose: () => void }

/** A message to one client, with a preview of the lock screen. */
export function MessageDrawer({ client, isOpen, onClose }: MessageDrawerProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const isPhone = useMediaQuery(PHONE)
  const design = useTemplate(cabinet.id, client.template.id).data?.design
  const [text, setText] = useState('')
  const variables = useVariables(cabinet.id).data ?? []
  const values = cardValues({ ...client, crmUpdatedAt: null }, variables, undefined)
  const tokens = useVariableTokens(variables, values)
  const write = useWrite(clients.sendMessage, {
    refresh: [clients.pushHistory],
    onDone: ({ channels }) => {
      toastDone(
        t('clients.message.sent', { wallets: channels.map((channel) => t(`common.wallets.${channel}`)).join(', ') }),
      )
      setText('')
      onClose()
    },
    onRefused: (refused) => refused.code === 'no_card_installed' || refused.fields.message !== undefined,
  })
  const hasCard = client.installs.length > 0 && write.refused?.code !== 'no_card_installed'
  const isReady = hasCard && text.trim() !== ''
  const send = () => isReady && write.run({ params: { c: cabinet.id, id: client.id }, body: { message: text } })
  const name = `${client.name} ${client.surname}`.trim() || t('clients.nameless')
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : 480}
      title={t('clients.message.title', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {!hasCard && <StatusBanner tone="warning">{t('clients.message.noCard')}</StatusBanner>}
        <TokenInput
          isFocused
          multiline
          label={t('clients.message.text')}
          description={t('clients.message.help')}
          placeholder={t('clients.message.placeholder')}
          value={text}
          onChange={setText}
          tokens={tokens}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
          maxLength={PUSH_TEXT_MAX}
          error={write.refused?.fields.message?.message}
        />
        <Group justify="space-between" gap="xs" align="flex-start">
          {hasCard && (
            <Text className="k-small">
              {t('clients.message.channels')}
              {': '}
              {client.installs.map((wallet, i) => (
                <span key={wallet}>
                  {i > 0 && ', '}
                  {wallet === 'apple' ? (
                    <IconBrandApple size={14} aria-hidden="true" style={{ verticalAlign: -2 }} />
                  ) : (
                    <IconBrandAndroid size={14} aria-hidden="true" style={{ verticalAlign: -2 }} />
                  )}{' '}
                  {t(`clients.message.${wallet}`)}
                </span>
              ))}
            </Text>
          )}
          <Text className="k-small k-number" c="dimmed" ml="auto">
            {t('clients.message.counter', { n: text.length, max: PUSH_TEXT_MAX })}
          </Text>
        </Group>
        <MessagePreview
          text={fillText(text, values)}
          organisation={design?.organisation ?? ''}
          icon={design?.images.icon ? fileUrl(cabinet.id, design.images.icon) : null}
          first={client.installs[0] ?? 'apple'}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <WriteButton onClick={send} loading={write.isBusy} disabled={!isReady}>
            {t('clients.message.send')}
          </WriteButton>
        </Group>
      </Stack>
    </Drawer>
  )
}
