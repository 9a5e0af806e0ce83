/** What goes to the CRM and what comes from it. */
import { Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Crm, receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import type { SyncFlags } from '../../../contract/business/crm-sync.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkAnchor } from '../../parts/link.tsx'

type ExchangeFieldsProps = {
  system: Pick<Crm, 'abilities'>
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
  const [sends, receives] = [sendsTo(system.abilities), receivesFrom(system.abilities)]
  if (!receives && !sends && system.abilities.till !== 'none') return <Text>{t('integration.exchange.asked')}</Text>
  if (!receives && !sends) {
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
      {one('write', sends)}
      {one('read', receives)}
      {one('rewrite', receives && flags.read)}
    </Stack>
  )
}
