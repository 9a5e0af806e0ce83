import { Button, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientTableState } from './client-table.tsx'

const QUICK = [
  { name: 'noCard', key: 'platform', value: 'none' },
  { name: 'removed', key: 'platform', value: 'removed' },
  { name: 'birthday', key: 'birthday', value: 'this_week' },
] as const

/** Questions that are asked every day, a click each; a second click takes it back. */
export function QuickFilters({ state }: { state: ClientTableState }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" role="group" aria-label={t('clients.quick.label')}>
      {QUICK.map(({ name, key, value }) => {
        const isOn = state.filters[key] === value
        return (
          <Button
            key={name}
            variant={isOn ? 'light' : 'default'}
            radius="xl"
            aria-pressed={isOn}
            leftSection={isOn && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => state.setFilter(key, isOn ? undefined : value)}
          >
            {t(`clients.quick.${name}`)}
          </Button>
        )
      })}
    </Group>
  )
}
