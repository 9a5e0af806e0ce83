/**
 * The cards of a client who has several, or one that was withdrawn: in which wallets each is, its link, and what can be
 * done with it.
 */
import { Paper, Text } from '@mantine/core'
import {
  IconCashRegister,
  IconCreditCard,
  IconCreditCardOff,
  IconExternalLink,
  IconQrcode,
  IconStar,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { ClientCard } from '../../../contract/people/client-cards.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { MoreMenu } from '../../parts/more-menu.tsx'
import type { MoreItem } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { CardLinkDialog } from './card-link.tsx'
import classes from './cards.module.css'
import { useMakeMainCard, useRestoreCard } from './holders-data.ts'
import { Validity } from './validity.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const HandOverDialog = lazy(() => import('./hand-over.tsx').then((file) => ({ default: file.HandOverDialog })))

const ICON = { size: 16, 'aria-hidden': true } as const

type Asked = { dialog: 'link' | 'till' | 'withdraw'; card: ClientCard }

export function ClientCards({ client }: { client: Client }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Paper p="md" component="section" aria-label={t('holders.cards.title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('holders.cards.title')}
      </Text>
      <Text className="k-small" c="dimmed">
        {t('holders.cards.hint')}
      </Text>
      <ul className={classes.cards}>
        {client.cards.map((card) => (
          <Card key={card.id} client={client} card={card} ask={(dialog) => setAsked({ dialog, card })} />
        ))}
      </ul>
      {asked?.dialog === 'link' && asked.card.url !== null && (
        <CardLinkDialog client={{ ...client, cardUrl: asked.card.url }} card={asked.card} onClose={close} />
      )}
      {asked?.dialog === 'till' && (
        <Suspense fallback={null}>
          <HandOverDialog client={client} card={asked.card} onClose={close} />
        </Suspense>
      )}
      {asked?.dialog === 'withdraw' && <WithdrawDialog clientId={client.id} card={asked.card} onClose={close} />}
    </Paper>
  )
}

type CardProps = { client: Client; card: ClientCard; ask: (dialog: Asked['dialog']) => void }

function Card({ client, card, ask }: CardProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const show = useShow()
  const makeMain = useMakeMainCard(t('holders.cards.madeMain'))
  const restore = useRestoreCard(t('holders.cards.restored'))
  const params = { c, id: client.id, cardId: card.id }
  const { url } = card
  const open = (): MoreItem[] => [
    {
      label: t('clients.client.installPage'),
      icon: <IconExternalLink {...ICON} />,
      onClick: () => window.open(url ?? '', '_blank', 'noreferrer'),
    },
    { label: t('holders.link.button'), icon: <IconQrcode {...ICON} />, onClick: () => ask('link') },
    { label: t('clients.handOver'), icon: <IconCashRegister {...ICON} />, onClick: () => ask('till') },
  ]
  const items: MoreItem[] =
    url === null
      ? [
          {
            label: t('holders.cards.restore'),
            icon: <IconCreditCard {...ICON} />,
            onClick: () => restore.run({ params }),
          },
        ]
      : [
          ...open(),
          ...(card.isMain || card.isOfMerged
            ? []
            : [
                {
                  label: t('holders.cards.makeMain'),
                  icon: <IconStar {...ICON} />,
                  onClick: () => makeMain.run({ params }),
                },
              ]),
          {
            label: t('holders.cards.withdraw'),
            icon: <IconCreditCardOff {...ICON} />,
            isDangerous: true,
            onClick: () => ask('withdraw'),
          },
        ]
  return (
    <li className={classes.card}>
      <div className={classes.about}>
        <div className={classes.name}>
          <Text fw={600}>{card.template.name}</Text>
          {card.isMain && <StatusBadge tone="info">{t('holders.cards.main')}</StatusBadge>}
          {card.isOfMerged && (
            <StatusBadge tone="neutral">
              {t('holders.cards.merged', { number: cardNumberText(card.cardNumber) })}
            </StatusBadge>
          )}
          {card.withdrawnAt !== null && (
            <StatusBadge tone="neutral">
              {t('holders.cards.withdrawnOn', { date: show.date(card.withdrawnAt) })}
            </StatusBadge>
          )}
        </div>
        {card.withdrawnAt === null && <Wallets card={card} />}
        <Validity card={card} />
      </div>
      {items.length > 0 && <MoreMenu label={t('holders.cards.more', { name: card.template.name })} items={items} />}
    </li>
  )
}

function Wallets({ card: { devices, removals } }: { card: ClientCard }) {
  const { t } = useTranslation()
  const show = useShow()
  const lines = [
    ...devices.map(({ wallet, since }) =>
      t('clients.client.since', { wallet: t(`clients.wallets.${wallet}`), date: show.date(since) }),
    ),
    ...removals.map(({ wallet, at }) =>
      t('clients.client.removedFrom', { wallet: t(`clients.wallets.${wallet}`), date: show.date(at) }),
    ),
  ]
  return (
    <Text className="k-small" c="dimmed">
      {lines.length === 0 ? t('clients.client.notInstalled') : lines.join(' · ')}
    </Text>
  )
}
