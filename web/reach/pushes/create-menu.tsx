import { Menu } from '@mantine/core'
import { IconChevronDown, IconLock, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PUSH_TYPES } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { usePointSettings } from './data.ts'
import { TYPE_ICONS } from './push-type.tsx'
import classes from './pushes.module.css'

/**
 * Types of pushes that can be created; one that the tariff lacks names the tariff that has it and can be previewed, and
 * one that has no bot leads to the module that connects it.
 */
export function CreateMenu() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const navigate = useNavigate()
  const settings = usePointSettings(cabinet.id, true).data
  return (
    <Menu position="bottom-end" width={300} withinPortal={false}>
      <Menu.Target>
        <WriteButton
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          {t('pushes.create')}
        </WriteButton>
      </Menu.Target>
      <Menu.Dropdown>
        {PUSH_TYPES.map((type) => {
          const Sign = TYPE_ICONS[type]
          const needsPlan = type === 'beacon' && cabinet.tariff?.key !== 'expert'
          const needsBot = type === 'telegram' && settings?.telegramBot === null
          const lock = needsPlan ? t('pushes.type.expert') : needsBot ? t('pushes.type.module') : null
          return (
            <Menu.Item
              key={type}
              leftSection={<Sign size={20} stroke={1.75} aria-hidden="true" />}
              rightSection={
                lock !== null && (
                  <span className={classes.lock}>
                    <IconLock size={14} aria-hidden="true" />
                    {lock}
                  </span>
                )
              }
              onClick={() =>
                void navigate(
                  needsBot
                    ? { to: `/${cabinet.domain}/marketplace/telegram` }
                    : {
                        to: '/$cabinetDomain/pushes/create',
                        params: { cabinetDomain: cabinet.domain },
                        search: type === 'text' ? {} : { type },
                      },
                )
              }
            >
              <span className={classes.menuName}>{t(`pushes.type.${type}`)}</span>
              <span className={classes.menuHint}>
                {t(needsBot ? 'pushes.type.telegramOff' : `pushes.type.${type}Hint`)}
              </span>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
