import { Button, Group, Paper, Text } from '@mantine/core'
import { IconExternalLink, IconQrcode } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type CardHolder, cardNumberText } from '../../../card/values.ts'
import type { ClientReminder } from '../../../contract/people/client-reminder.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PathLink } from '../../parts/link.tsx'
import classes from './clients.module.css'
import { ClientTags } from './client-tags.tsx'
import { ConsentFact } from './consent.tsx'
import { HandOverButton } from './hand-over-button.tsx'
import { LiveCard } from './live-card.tsx'
import { Validity } from './validity.tsx'

const ClientCards = lazy(() => import('./cards.tsx').then((file) => ({ default: file.ClientCards })))

type ClientSummaryProps = { client: Client; holder: CardHolder; templateId: string; onLink: () => void }

/** The client at a glance: the card, where it is installed, and the link that installs it. */
export function ClientSummary({ client, holder, templateId, onLink }: ClientSummaryProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { domain } = useCabinet()
  const areListed = client.cards.length > 1 || client.cards.some((card) => card.withdrawnAt !== null)
  const onlyCard = areListed ? undefined : client.cards[0]
  const isOnlyGoogle = client.installs.includes('google') && !client.installs.includes('apple')
  return (
    <div className={classes.summary}>
      <LiveCard holder={holder} templateId={templateId} first={isOnlyGoogle ? 'google' : 'apple'} />
      {areListed && (
        <Suspense fallback={null}>
          <ClientCards client={client} />
        </Suspense>
      )}
      <Paper p="md">
        <dl className={classes.facts}>
          <Fact name={t('clients.client.cardNumber')}>
            <span className="k-number">{cardNumberText(client.cardNumber)}</span>
          </Fact>
          <Fact name={t('clients.client.template')}>{client.template.name}</Fact>
          {onlyCard && (onlyCard.lastDay !== null || onlyCard.endedAt !== null) && (
            <Fact name={t('holders.cards.validity')}>
              <Validity card={onlyCard} />
            </Fact>
          )}
          {!areListed && (
            <Fact name={t('clients.client.installed')}>
              {client.devices.length === 0 && client.removals.length === 0 && t('clients.client.notInstalled')}
              {client.devices.map((device) => (
                <div key={`${device.wallet}-${device.since}`}>
                  {t('clients.client.since', {
                    wallet: t(`clients.wallets.${device.wallet}`),
                    date: show.date(device.since),
                  })}
                </div>
              ))}
              {client.removals.map(({ wallet, at }) => (
                <div key={wallet}>
                  {t('clients.client.removedFrom', { wallet: t(`clients.wallets.${wallet}`), date: show.date(at) })}
                </div>
              ))}
              {client.removals.some(({ wallet }) => wallet === 'apple') && (
                <Text className="k-small" c="dimmed" fw={400}>
                  {t('clients.client.removedHint')}
                </Text>
              )}
            </Fact>
          )}
          {client.form && <Fact name={t('clients.client.form')}>{client.form.name}</Fact>}
          {client.utm && (
            <Fact name={t('clients.client.cameFrom')}>
              {[client.utm.source, client.utm.medium, client.utm.campaign, client.utm.term, client.utm.content]
                .filter(Boolean)
                .join(' · ')}
            </Fact>
          )}
          {client.telegram && (
            <Fact name={t('clients.telegram.title')}>
              {t(`clients.telegram.${client.telegram.state}`, {
                date: client.telegram.linkedAt === null ? '' : show.date(client.telegram.linkedAt),
              })}
            </Fact>
          )}
          <Fact name={t('clients.client.created')}>{show.date(client.createdAt)}</Fact>
          <Fact name={t('clients.client.tags')}>
            <ClientTags client={client} />
          </Fact>
          {client.inviter && (
            <Fact name={t('clients.client.inviter')}>
              <PathLink to={`/${domain}/clients/${client.inviter.id}`}>
                {client.inviter.name || t('clients.nameless')}
              </PathLink>
            </Fact>
          )}
          <Fact name={t('clients.client.inviteCode')}>
            <span className={classes.invite}>
              <code className="k-mono">{client.inviteCode}</code>
              <CopyButton value={client.inviteCode} label={t('clients.client.copyCode')} />
            </span>
          </Fact>
          {client.friends > 0 && <Fact name={t('clients.client.friends')}>{show.number(client.friends)}</Fact>}
          <Fact name={t('clients.client.consent')}>
            <ConsentFact client={client} />
          </Fact>
          {client.reminder && <ReminderFact reminder={client.reminder} />}
          {client.consentSource !== '' && <Fact name={t('clients.client.consentSource')}>{client.consentSource}</Fact>}
        </dl>
        {client.cardUrl && (
          <Group gap={4} mt="md" justify="space-between">
            <Button
              component="a"
              href={client.cardUrl}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden="true" />}
              flex={1}
            >
              {t('clients.client.installPage')}
            </Button>
            <CopyButton value={client.cardUrl} label={t('clients.client.copyLink')} />
            <Button
              variant="default"
              leftSection={<IconQrcode size={16} aria-hidden="true" />}
              onClick={onLink}
              fullWidth
            >
              {t('holders.link.button')}
            </Button>
          </Group>
        )}
        <HandOverButton client={client} />
      </Paper>
    </div>
  )
}

function ReminderFact({ reminder: { at, channel, state } }: { reminder: ClientReminder }) {
  const { t } = useTranslation()
  const show = useShow()
  const way = t(`holders.reminder.ways.${channel}`)
  return <Fact name={t('holders.reminder.label')}>{t(`holders.reminder.${state}`, { way, date: show.date(at) })}</Fact>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
