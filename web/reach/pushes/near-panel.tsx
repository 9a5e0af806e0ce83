import { Text } from '@mantine/core'
import { IconBrandAndroid, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PointType } from '../../../contract/reach/pushes.ts'
import classes from './pushes.module.css'

/** What iPhones and Androids do near a place or a beacon. */
export function NearPanel({ type }: { type: PointType }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section} style={{ gap: 12 }} aria-label={t('pushes.near.title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('pushes.near.title')}
      </Text>
      <div className={classes.phone}>
        <IconDeviceMobile size={20} stroke={1.75} aria-hidden="true" />
        <p>
          <strong>iPhone</strong> {t(`pushes.near.${type}Apple`)}
        </p>
      </div>
      <div className={classes.phone}>
        <IconBrandAndroid size={20} stroke={1.75} aria-hidden="true" />
        <p>
          <strong>Android</strong> {t(`pushes.near.${type}Google`)}
        </p>
      </div>
      <p className={classes.small}>{t('pushes.near.private')}</p>
    </section>
  )
}
