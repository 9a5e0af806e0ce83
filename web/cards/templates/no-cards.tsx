import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CardType } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { WriteLink } from '../../parts/link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { WriteBox } from '../../parts/write-box.tsx'
import { SampleCard } from './card-faces.tsx'
import { withDrawnCover } from './starter-cover.ts'
import { type Industry, starterDesign } from './starters.ts'
import { useStarterText } from './starter-text.ts'
import classes from './templates.module.css'

const OFFERED: readonly (readonly [Industry, CardType])[] = [
  ['coffee', 'bonus'],
  ['salon', 'discount'],
  ['hotel', 'standard'],
]

/** No card yet: three examples to begin with. */
export function NoCards() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const textOf = useStarterText()
  const params = { cabinetDomain: cabinet.domain }
  return (
    <EmptyState
      title={t('templates.list.emptyTitle')}
      text={t('templates.list.emptyText')}
      withBorder={false}
      action={
        <WriteLink
          to="/$cabinetDomain/cards/create"
          params={params}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {t('templates.list.create')}
        </WriteLink>
      }
    >
      <div className={classes.emptyCards}>
        {OFFERED.map(([industry, type]) => {
          const name = t(`starters.${industry}.title`)
          return (
            <WriteBox
              key={industry}
              className={classes.choice ?? ''}
              to="/$cabinetDomain/cards/create"
              params={params}
              search={{ type, look: industry } as never}
              aria-label={t('templates.list.startWith', { name })}
            >
              <span className={classes.choiceStage} aria-hidden="true">
                <SampleCard
                  design={withDrawnCover(industry, starterDesign(industry, type, cabinet.name, textOf))}
                  cabinetId={cabinet.id}
                />
              </span>
              <span className={classes.choiceBody}>
                <span className={classes.choiceName}>{name}</span>
                <Text c="dimmed" span>
                  {t(`templates.types.${type}`)}
                </Text>
              </span>
            </WriteBox>
          )
        })}
      </div>
    </EmptyState>
  )
}
