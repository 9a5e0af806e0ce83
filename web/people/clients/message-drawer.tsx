import { Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillText } from '../../../card/fill.ts'
import { MESSAGE_CHANNELS, type MessageChannel, TELEGRAM_TEXT_MAX } from '../../../contract/people/client-messages.ts'
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
import { cardValues, useMessageChannels, useTemplate, useVariables } from './data.ts'

type MessageDrawerProps = { client: Client; isOpen: boolean; onClose: () => void }

/** A message to one client, with a preview of the lock screen. */
export function MessageDrawer({ client, isOpen: isShown, onClose }: MessageDrawerProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const isPhone = useMediaQuery(PHONE)
  const design = useTemplate(cabinet.id, client.template.id).data?.design
  const [text, setText] = useState('')
  const variables = useVariables(cabinet.id).data ?? []
  const values = cardValues({ ...client, crmUpdatedAt: null }, variables, undefined)
  const tokens = useVariableTokens(variables, values)
  const [chosen, setChosen] = useState<MessageChannel['channel'] | null>(null)
  const channels = useMessageChannels(cabinet.id, client.id).data
  const telegram = channels?.find((one) => one.channel === 'telegram')
  const hasChoice = telegram !== undefined && telegram.hindrance !== 'telegram_off'
  const isOnCard = client.installs.length > 0
  // The one that reaches the client, where only one does.
  const channel = chosen ?? (hasChoice && !isOnCard && telegram.hindrance === null ? 'telegram' : 'push')
  const write = useWrite(clients.sendByChannel, {
    refresh: [clients.pushHistory, clients.messageChannels],
    onDone: ({ channels: taken }) => {
      const wallets = taken.flatMap((one) => (one === 'telegram' ? [] : [t(`common.wallets.${one}`)]))
      toastDone(
        wallets.length > 0
          ? t('clients.message.sent', { wallets: wallets.join(', ') })
          : t('clients.message.sentTelegram'),
      )
      setText('')
      onClose()
    },
    onRefused: ({ code, fields }) =>
      code === 'no_card_installed' || code === 'telegram_not_linked' || fields.message !== undefined,
  })
  const isRefused = (code: string) => write.refused?.code === code
  const hasCard = isOnCard && !isRefused('no_card_installed')
  const hindrance = channel === 'telegram' ? (telegram?.hindrance ?? null) : null
  const isOpen = channel === 'push' ? hasCard : hindrance === null
  const maxLength = channel === 'push' ? PUSH_TEXT_MAX : TELEGRAM_TEXT_MAX
  const isReady = isOpen && text.trim() !== '' && text.length <= maxLength
  const send = () =>
    isReady && write.run({ params: { c: cabinet.id, id: client.id }, body: { channel, message: text } })
  const name = `${client.name} ${client.surname}`.trim() || t('clients.nameless')
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : 480}
      title={t('clients.message.title', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {hasChoice && (
          <div>
            <Text className="k-small" fw={600} id="message-channel" mb={4}>
              {t('clients.message.by')}
            </Text>
            <SegmentedControl
              aria-labelledby="message-channel"
              fullWidth
              value={channel}
              onChange={(next) => setChosen(next as MessageChannel['channel'])}
              data={MESSAGE_CHANNELS.map((value) => ({ value, label: t(`clients.message.${value}`) }))}
            />
          </div>
        )}
        {channel === 'push' && !hasCard && <StatusBanner tone="warning">{t('clients.message.noCard')}</StatusBanner>}
        {hindrance !== null && hindrance !== 'no_card_installed' && (
          <StatusBanner tone="warning">{t(`clients.message.hindered.${hindrance}`)}</StatusBanner>
        )}
        {isRefused('telegram_not_linked') && hindrance === null && (
          <StatusBanner tone="warning">{write.refused?.message}</StatusBanner>
        )}
        <TokenInput
          isFocused
          multiline
          label={t('clients.message.text')}
          description={t(channel === 'push' ? 'clients.message.help' : 'clients.message.telegramHelp')}
          placeholder={t('clients.message.placeholder')}
          value={text}
          onChange={setText}
          tokens={tokens}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
          maxLength={maxLength}
          error={write.refused?.fields.message?.message}
        />
        <Group justify="space-between" gap="xs" align="flex-start">
          {channel === 'push' && hasCard && (
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
            {t('clients.message.counter', { n: text.length, max: maxLength })}
          </Text>
        </Group>
        {channel === 'push' && (
          <MessagePreview
            text={fillText(text, values)}
            organisation={design?.organisation ?? ''}
            icon={design?.images.icon ? fileUrl(cabinet.id, design.images.icon) : null}
            first={client.installs[0] ?? 'apple'}
          />
        )}
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
