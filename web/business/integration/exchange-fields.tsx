/** What goes to the CRM and what comes from it. */
import { Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Crm } from '../../../contract/business/integration.ts'
import type { SyncFlags } from '../../../contract/business/crm-sync.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor } from '../../parts/link.tsx'

type ExchangeFieldsProps = {
  system: Pick<Crm, 'reads' | 'writes'>
  flags: SyncFlags
  onChange: (flags: SyncFlags) => void
  isDisabled?: boolean
}

export function ExchangeFields({ system, flags, onChange, isDisabled = false }: ExchangeFieldsProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const one = (name: keyof SyncFlags, isPossible: boolean) => (
    <Switch
      checked={flags[name] && isPossible}
      disabled={!isPossible || isDisabled}
      label={t(`integration.exchange.${name}`)}
      description={t(`integration.exchange.${name}Hint`)}
      onChange={(event) => onChange({ ...flags, [name]: event.currentTarget.checked })}
    />
  )
  if (!system.reads && !system.writes) {
    return (
      <Stack gap="xs" align="flex-start">
        <Text>{t('integration.exchange.nothing')}</Text>
        <LinkAnchor to="/$cabinetDomain/settings/api" params={{ cabinetDomain: domain }} fw={500}>
          {t('integration.exchange.keys')}
        </LinkAnchor>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      {one('write', system.writes)}
      {one('read', system.reads)}
      {one('rewrite', system.reads && flags.read)}
    </Stack>
  )
}
