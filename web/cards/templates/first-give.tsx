import { Text, Title } from '@mantine/core'
import { IconArrowRight, IconGift, IconId, IconPercentage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CARD_TYPES, type CardType } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { SampleCard } from './card-faces.tsx'
import { withDrawnCover } from './starter-cover.ts'
import { INDUSTRY_OF_TYPE, starterDesign } from './starters.ts'
import { useStarterText } from './starter-text.ts'
import { useTrade } from './use-first-run.ts'
import classes from './first-run.module.css'

const ICONS = { bonus: IconGift, discount: IconPercentage, standard: IconId } as const

/** What clients get for the card: a press chooses and goes on. */
export function FirstGive({ onType }: { onType: (type: CardType) => void }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const textOf = useStarterText()
  const trade = useTrade()
  return (
    <section>
      <Title order={1} className={classes.heading ?? ''}>
        {t('start.give.title')}
      </Title>
      <Text className={classes.lead ?? ''}>{t('start.give.lead', { name: cabinet.name })}</Text>
      <div className={classes.gives}>
        {CARD_TYPES.map((type) => {
          const Icon = ICONS[type]
          return (
            <button key={type} type="button" className={classes.give} onClick={() => onType(type)}>
              <span className={classes.stage} aria-hidden="true">
                <SampleCard
                  design={withDrawnCover(trade ?? INDUSTRY_OF_TYPE[type], {
                    ...starterDesign(trade ?? INDUSTRY_OF_TYPE[type], type, cabinet.name, textOf),
                    cardName: cabinet.name,
                  })}
                  cabinetId={cabinet.id}
                />
              </span>
              <span className={classes.giveText}>
                <span className={classes.giveName}>
                  <Icon size={22} stroke={1.75} aria-hidden="true" />
                  {t(`start.give.${type}`)}
                </span>
                <Text span c="dimmed">
                  {t(`start.give.${type}Text`)}
                </Text>
              </span>
              <IconArrowRight className={classes.arrow} size={20} stroke={1.75} aria-hidden="true" />
            </button>
          )
        })}
      </div>
    </section>
  )
}
