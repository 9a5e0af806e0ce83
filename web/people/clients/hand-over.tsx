/** The code that the client scans at the till to get this card; it works once, for ten minutes. */
import { Modal, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientCard } from '../../../contract/people/client-cards.ts'
import { type Client, clients } from '../../../contract/people/clients.ts'
import { HAND_OVER_MS } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useCountdown } from '../../base/countdown.ts'
import { loadWords } from '../../base/words.ts'
import { useWrite } from '../../base/write.ts'
import { Bone } from '../../parts/loading.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { WriteButton } from '../../parts/write-button.tsx'

const SIDE_PX = 240

await loadWords('proof')

/** `card`: of a client who has several; left out: the main one. */
type HandOverProps = { client: Client; card?: ClientCard; onClose: () => void }

export function HandOverDialog({ client, card, onClose }: HandOverProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [url, setUrl] = useState<string>()
  const { secondsLeft, start } = useCountdown()
  const make = useWrite(clients.handOver, {
    onDone: (reply) => {
      setUrl(reply.url)
      // Not until the time of the server: the clock of this computer may be wrong.
      start(HAND_OVER_MS / 1000)
    },
  })
  const run = () => make.run({ params: { c, id: client.id }, body: { cardId: card?.id } })
  const runFirst = useEffectEvent(run)
  useEffect(() => runFirst(), [])
  const name = `${client.name} ${client.surname}`.trim() || t('clients.nameless')
  const left = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  const isOver = make.refused !== null || (url !== undefined && secondsLeft === 0)
  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('proof.till.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text>{t('proof.till.text')}</Text>
        {card && (
          <Text ta="center" fw={600}>
            {card.template.name}
          </Text>
        )}
        {isOver ? (
          <>
            {url !== undefined && <Text role="status">{t('proof.till.over')}</Text>}
            <WriteButton onClick={run} loading={make.isBusy} aria-busy={make.isBusy}>
              {t('proof.till.again')}
            </WriteButton>
          </>
        ) : (
          <Stack align="center" gap="xs">
            {url === undefined ? (
              <Bone width={SIDE_PX} height={SIDE_PX} />
            ) : (
              <QrCode value={url} label={t('proof.till.qr', { name })} sizePx={SIDE_PX} />
            )}
            <Text className="k-number">{t('proof.till.until', { time: left })}</Text>
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}
