import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import { Bone } from '../../parts/loading.tsx'
import { PlanLink } from '../../parts/plan-banner.tsx'
import type { PointsProps } from './points-props.ts'
import classes from './pushes.module.css'

// Most pushes are texts, and their editor does not wait for these.
const PlacesSection = lazy(() => import('./places-section.tsx').then((file) => ({ default: file.PlacesSection })))
const BeaconsSection = lazy(() => import('./beacons-section.tsx').then((file) => ({ default: file.BeaconsSection })))

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
      <Suspense fallback={<Bone h={180} mt="md" />}>
        {isGeo ? <PlacesSection {...props} /> : <BeaconsSection {...props} />}
      </Suspense>
      {count >= limit && limit > 0 && (
        <p className={classes.small}>
          {t('pushes.points.full', { max: show.number(limit) })} {limit < 10 && <PlanLink />}
        </p>
      )}
    </section>
  )
}
