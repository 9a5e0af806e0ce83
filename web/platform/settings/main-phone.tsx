/** The phone number of the account's owner. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { General } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PhoneDrawer } from '../codes/data.ts'

export function MainPhoneCard({ general: { phone } }: { general: General }) {
  const { t } = useTranslation()
  const { role } = useCabinet()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Paper component="section" p="lg" aria-labelledby="main-phone-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="main-phone-title">
            {t('settings.phone.title')}
          </Title>
          <Text c="dimmed">{t('settings.phone.lead')}</Text>
        </div>
        <Group gap="md">
          {phone === null ? (
            <Text>{t('settings.phone.none')}</Text>
          ) : (
            <Text fw={600} className="k-number">
              {phone}
            </Text>
          )}
          {role === 'owner' && (
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {phone === null ? t('settings.phone.add') : t('settings.phone.change')}
            </Button>
          )}
        </Group>
        {role !== 'owner' && (
          <Text className="k-small" c="dimmed">
            {t('settings.account.ownerOnly')}
          </Text>
        )}
      </Stack>
      {isOpen && (
        <Suspense fallback={null}>
          <PhoneDrawer title={t('settings.phone.title')} known="" onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Paper>
  )
}
