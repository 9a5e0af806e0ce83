import { Switch, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'

type TriggerSwitchProps = {
  trigger: Pick<Trigger, 'name' | 'isActive' | 'allowed'>
  isBusy: boolean
  onTurn: (isActive: boolean) => void
  withLabel?: boolean
}

/** Switches a trigger; one that acts immediately stays on and shows why. */
export function TriggerSwitch({ trigger, isBusy, onTurn, withLabel = false }: TriggerSwitchProps) {
  const { t } = useTranslation()
  const isStuck = !trigger.allowed.toggle
  return (
    <Tooltip
      label={t('triggers.nowStays')}
      disabled={!isStuck}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
    >
      {/* A locked switch can be focused, so that a screen reader reads the reason. */}
      <Switch
        checked={trigger.isActive}
        aria-label={withLabel ? undefined : t('triggers.switch', { name: trigger.name || t('triggers.newTitle') })}
        label={withLabel ? t(trigger.isActive ? 'triggers.on' : 'triggers.off') : undefined}
        aria-disabled={isStuck || isBusy || undefined}
        {...(isStuck && { 'aria-description': t('triggers.nowStays') })}
        onChange={(event) => !isStuck && !isBusy && onTurn(event.currentTarget.checked)}
      />
    </Tooltip>
  )
}
