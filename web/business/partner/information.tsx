import { List, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { ReferralCode } from '../../parts/referral-code.tsx'
import { useActivateReferral, useReferral } from './data.ts'

/** The code, and the terms in words. */
export function InformationTab() {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const activate = useActivateReferral(t('partner.code.made'))
  return (
    <Stack gap="lg" maw={760}>
      <ReferralCode
        read={useReferral(c)}
        isOwner={role === 'owner'}
        isBusy={activate.isBusy}
        onActivate={() => activate.run({ params: { c } })}
      />
      <Stack gap="xs">
        <Title order={2}>{t('partner.terms.title')}</Title>
        <List spacing={4}>
          {(['share', 'months', 'held', 'bonus'] as const).map((term) => (
            <List.Item key={term}>{t(`partner.terms.${term}`)}</List.Item>
          ))}
        </List>
      </Stack>
    </Stack>
  )
}
