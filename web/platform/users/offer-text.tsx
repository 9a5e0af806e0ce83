import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './auth-frame.module.css'

const PARTS = [
  'about',
  'account',
  'people',
  'clients',
  'messages',
  'wallets',
  'tariffs',
  'prices',
  'running',
  'liability',
  'ending',
  'changes',
  'law',
] as const

/** The agreement itself, in a box that scrolls, also with the keyboard. */
export function OfferText() {
  const { t } = useTranslation()
  return (
    // A region that scrolls must be reached with the keyboard.
    <div className={classes.offer} role="region" aria-label={t('offer.textLabel')} tabIndex={0}>
      <Stack gap="sm">
        <Text c="dimmed" fs="italic">
          {t('offer.sample')}
        </Text>
        {PARTS.map((part, i) => (
          <div key={part}>
            <Title order={2}>{`${i + 1}. ${t(`offer.parts.${part}.title`)}`}</Title>
            <Text>{t(`offer.parts.${part}.text`)}</Text>
          </div>
        ))}
      </Stack>
    </div>
  )
}
