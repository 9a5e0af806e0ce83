/** Other clients for whom the same phone number was given: one of them has proved it, or was the first to give it. */
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { loadWords } from '../../base/words.ts'
import { PathLink } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'

await loadWords('proof')

export function SameNumber({ client }: { client: Client }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const isTyped = client.typedTel !== ''
  return (
    <StatusBanner tone="info">
      <Text fw={600}>{t(isTyped ? 'proof.sameNumber.typed' : 'proof.sameNumber.others')}</Text>
      <Text>
        {isTyped ? t('proof.sameNumber.typedText', { phone: client.typedTel }) : t('proof.sameNumber.othersText')}
      </Text>
      <ul>
        {client.sameNumber.map((other) => (
          <li key={other.id}>
            <PathLink to={`/${domain}/clients/${other.id}`}>
              {other.name || t('clients.nameless')},{' '}
              {t('proof.sameNumber.card', { number: cardNumberText(other.cardNumber) })}
            </PathLink>
          </li>
        ))}
      </ul>
    </StatusBanner>
  )
}
