/** Points as the business calls and writes them. */
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from './cabinet.tsx'
import { useShow } from './show.ts'

export function usePoints() {
  const { t } = useTranslation()
  const show = useShow()
  const style = useMaybeCabinet()?.points
  const hasDecimals = style?.hasDecimals ?? false
  return {
    hasDecimals,
    /** As a title: "Points", or the word of the business. */
    name: style?.name || t('common.points.name'),
    /** "50 points", "50 beans". @param minor hundredths of a point */
    counted: (minor: number): string => {
      const n = show.points(minor)
      const own = style?.counted || style?.name
      return own ? `${n} ${own}` : t('common.points.counted', { count: Math.abs(minor) / 100, n })
    },
    /** Why points cannot be entered like this, if they cannot. @param minor hundredths of a point */
    faultOf: (minor: number): string | undefined =>
      hasDecimals || minor % 100 === 0 ? undefined : t('common.points.whole'),
  }
}
