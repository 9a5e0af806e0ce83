/** What goes to the CRM and what comes from it. */
import { Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Crm, SyncFlags } from '../../contract/integration.ts'

type ExchangeFieldsProps = { system: Pick<Crm, 'reads' | 'writes'>; flags: SyncFlags; onChange: (flags: SyncFlags) => void; isDisabled?: boolean }

export function ExchangeFields({ system, flags, onChange, isDisabled = false }: ExchangeFieldsProps) {
  const { t } = useTranslation()
  const one = (name: keyof SyncFlags, isPossible: boolean) => (
    <Switch
      checked={flags[name] && isPossible} disabled={!isPossible || isDisabled} label={t(`integration.exchange.${name}`)} description={t(`integration.exchange.${name}Hint`)}
      onChange={(event) => onChange({ ...flags, [name]: event.currentTarget.checked })}
    />
  )
  if (!system.reads && !system.writes) return <Text>{t('integration.exchange.nothing')}</Text>
  return (
    <Stack gap="md">
      {one('write', system.writes)}
      {one('read', system.reads)}
      {one('rewrite', system.reads && flags.read)}
    </Stack>
  )
}
