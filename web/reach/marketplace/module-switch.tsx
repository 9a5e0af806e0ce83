/** Switches a module after a question. On means thirty days at least; until then the switch shows the date. */
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MODULE_LOCK_DAYS } from '../../../contract/limits.ts'
import type { Module } from '../../../contract/reach/marketplace.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { toastDone } from '../../base/toast.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { mayChangeModules } from './access.ts'
import { useSaveModule } from './data.ts'
import classes from './marketplace.module.css'

export function ModuleSwitch({ module }: { module: Module }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const [isAsking, setIsAsking] = useState(false)
  const { save, isBusy } = useSaveModule(cabinet.id, module)
  const isLocked = module.canEndAt !== null && Date.parse(module.canEndAt) > Date.now()
  const way = module.isActive ? 'off' : 'on'
  const names = { name: module.name }
  const switchIt = async () => {
    const saved = await save((input) => ({ ...input, isActive: !module.isActive }))
    setIsAsking(false)
    if (saved) toastDone(t(saved.isActive ? 'marketplace.turnedOn' : 'marketplace.turnedOff', names))
  }
  return (
    <Stack gap={4} className={classes.switch ?? ''}>
      {module.isActive ? (
        <Button
          variant="default"
          disabled={isLocked || !cabinet.rights.includes('modules')}
          {...(isLocked && { 'aria-describedby': 'module-lock' })}
          onClick={() => setIsAsking(true)}
        >
          {t('marketplace.turnOff')}
        </Button>
      ) : (
        <Button disabled={!mayChangeModules(cabinet)} onClick={() => setIsAsking(true)}>
          {t('marketplace.turnOn')}
        </Button>
      )}
      {isLocked && (
        <Text id="module-lock" className="k-small" c="dimmed">
          {t('marketplace.turnOffFrom', { date: show.date(module.canEndAt ?? '') })}
        </Text>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t(`marketplace.ask.${way}`, names)}
        confirmLabel={t(module.isActive ? 'marketplace.turnOff' : 'marketplace.turnOn')}
        isBusy={isBusy}
        isDangerous={module.isActive}
        onConfirm={() => void switchIt()}
      >
        {module.telegram && module.isActive
          ? t('marketplace.ask.offTelegram')
          : t(`marketplace.ask.${way}Text`, { days: MODULE_LOCK_DAYS })}
        {!module.isActive && module.priceMinor > 0 && (
          <Text mt="sm">
            {t('marketplace.ask.price', {
              amount: show.price(module.priceMinor),
              day: show.price(Math.ceil(module.priceMinor / 30)),
            })}
          </Text>
        )}
      </ConfirmDialog>
    </Stack>
  )
}
