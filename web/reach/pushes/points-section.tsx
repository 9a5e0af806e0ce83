import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import { PlanLink } from '../../parts/plan-banner.tsx'
import { BeaconsSection } from './beacons-section.tsx'
import { PlacesSection } from './places-section.tsx'
import type { PointsProps } from './points-props.ts'
import classes from './pushes.module.css'

/** Where a push appears: places or beacons, as many as the tariff allows. */
export function PointsSection(props: PointsProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { draft, limit } = props
  const isGeo = draft.type === 'geo'
  const count = isGeo ? draft.places.length : draft.beacons.length
  return (
    <section className={classes.section} id="push-points" tabIndex={-1}>
      <div className={classes.funnelLine}>
        <Text component="h2" fz="md" fw={600} m={0}>
          {t(isGeo ? 'pushes.points.placesStep' : 'pushes.points.beaconsStep')}
        </Text>
        <Text span c="dimmed" className="k-number">
          {t('pushes.points.count', { n: show.number(count), max: show.number(limit) })}
        </Text>
      </div>
      {isGeo ? <PlacesSection {...props} /> : <BeaconsSection {...props} />}
      {count >= limit && limit > 0 && (
        <p className={classes.small}>
          {t('pushes.points.full', { max: show.number(limit) })} {limit < 10 && <PlanLink />}
        </p>
      )}
    </section>
  )
}
