import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IMAGE_SLOTS } from '../../../contract/limits.ts'
import type { StageProps } from './crop-fill.tsx'
import type { Backgrounds, Filling } from './crop-plan.ts'
import classes from './image-slot.module.css'

/** The whole picture inside the slot, and the fill around it. */
export function FitStage({
  slot,
  plan,
  onPlan,
  liveUrl,
  backgrounds,
}: StageProps & { liveUrl: string | null; backgrounds: Backgrounds }) {
  const { t } = useTranslation()
  const { width, height } = IMAGE_SLOTS[slot]
  const fillings: Filling[] =
    slot === 'icon' || slot === 'programLogo' ? ['edge', 'card'] : ['transparent', 'card', 'edge']
  const offered = fillings.filter((filling) => filling !== 'edge' || backgrounds.edge !== null)
  return (
    <>
      <div className={classes.cropStage}>
        {liveUrl && (
          <img
            src={liveUrl}
            alt={t('templates.image.result')}
            width={width}
            height={height}
            className={slot === 'programLogo' ? `${classes.fitted} ${classes.round}` : classes.fitted}
          />
        )}
      </div>
      {offered.length > 1 && (
        <SegmentedControl
          value={plan.filling}
          onChange={(filling) => onPlan({ ...plan, filling: filling as Filling })}
          data={offered.map((filling) => ({ value: filling, label: t(`templates.image.filling.${filling}`) }))}
        />
      )}
    </>
  )
}
