import { Menu } from '@mantine/core'
import { IconChevronDown, IconLock, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PUSH_TYPES } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { TYPE_ICONS } from './push-type.tsx'
import classes from './pushes.module.css'

/**
 * Types of pushes that can be created; one that the tariff lacks names the tariff that has it and can be previewed.
 */
export function CreateMenu() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const navigate = useNavigate()
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
          const isLocked = type === 'beacon' && cabinet.tariff?.key !== 'expert'
          return (
            <Menu.Item
              key={type}
              leftSection={<Sign size={20} stroke={1.75} aria-hidden="true" />}
              rightSection={
                isLocked && (
                  <span className={classes.lock}>
                    <IconLock size={14} aria-hidden="true" />
                    {t('pushes.type.expert')}
                  </span>
                )
              }
              onClick={() =>
                void navigate({
                  to: '/$cabinetDomain/pushes/create',
                  params: { cabinetDomain: cabinet.domain },
                  search: type === 'text' ? {} : { type },
                })
              }
            >
              <span className={classes.menuName}>{t(`pushes.type.${type}`)}</span>
              <span className={classes.menuHint}>{t(`pushes.type.${type}Hint`)}</span>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
