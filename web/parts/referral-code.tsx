/** A referral code: its link, its QR code and how many accounts came with it; or the button that creates one. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Referral } from '../../contract/business/partner.ts'
import { CURRENCY } from '../../contract/limits.ts'
import type { Refused } from '../base/refused.ts'
import { useShow } from '../base/show.ts'
import { Unread } from './unread-page.tsx'
import { CopyButton } from './copy-button.tsx'
import { EmptyState } from './empty-state.tsx'
import { QrCode } from './qr-code.tsx'

type ReferralCodeProps = {
  read: UseQueryResult<Referral, Refused>
  isOwner: boolean
  isBusy: boolean
  onActivate: () => void
}

export function ReferralCode({ read, isOwner, isBusy, onActivate }: ReferralCodeProps) {
  const { t } = useTranslation()
  const show = useShow()
  if (!read.data) return <Unread read={read} shapes={[{ h: { base: 520, sm: 270 } }]} />
  const { code, link, people, accounts, bonusMinor } = read.data
  if (code === null || link === null) {
    return (
      <EmptyState
        icon={<IconGift size={40} stroke={1.5} />}
        title={t('partner.code.none')}
        text={isOwner ? t('partner.code.noneText') : t('partner.code.onlyOwner')}
        {...(isOwner && {
          action: (
            <Button onClick={onActivate} loading={isBusy}>
              {t('partner.code.make')}
            </Button>
          ),
        })}
      />
    )
  }
  return (
    <Paper withBorder p="lg">
      <Group align="flex-start" gap="xl" wrap="wrap">
        <Stack gap="sm" style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Title order={2}>{t('partner.code.title')}</Title>
          <Group gap="xs">
            <Text ff="monospace" fw={600} style={{ fontSize: '1.375rem', letterSpacing: '0.06em' }}>
              {code}
            </Text>
            <CopyButton value={code} label={t('partner.code.copyCode')} />
          </Group>
          <Text style={{ overflowWrap: 'anywhere' }}>{link}</Text>
          <div>
            <CopyButton value={link} label={t('partner.code.copyLink')} withText />
          </div>
          <Text>
            {t('partner.code.people', { count: people, n: show.number(people) })}{' '}
            {t('partner.code.accounts', { count: accounts, n: show.number(accounts) })}
          </Text>
          <Text>{t('partner.code.brought', { amount: `${show.money(bonusMinor)}\u00A0${CURRENCY}` })}</Text>
        </Stack>
        <QrCode value={link} label={t('partner.code.qr')} />
      </Group>
    </Paper>
  )
}
