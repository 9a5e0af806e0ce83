/** What a system exchanges with us, thing by thing. */
import { Badge } from '@mantine/core'
import { IconArrowDown, IconArrowsUpDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Crm, CRM_THINGS } from '../../../contract/business/integration.ts'
import classes from './integration.module.css'

const ARROWS = { read: IconArrowDown, write: IconArrowUp, both: IconArrowsUpDown } as const

export function AbilityList({ system }: { system: Pick<Crm, 'title' | 'abilities'> }) {
  const { t } = useTranslation()
  const things = CRM_THINGS.filter((thing) => system.abilities[thing] !== 'none')
  if (things.length === 0) return null
  return (
    <ul className={classes.abilities} aria-label={t('integration.abilities.label', { name: system.title })}>
      {things.map((thing) => {
        const way = system.abilities[thing] as keyof typeof ARROWS
        const Arrow = ARROWS[way]
        const name = t(`integration.things.${thing}`)
        return (
          <li key={thing}>
            <Badge
              variant="default"
              tt="none"
              fw={400}
              leftSection={<Arrow size={12} aria-hidden="true" />}
              title={t(`integration.abilities.${way}`, { thing: name })}
            >
              {name}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
