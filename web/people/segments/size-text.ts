import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'

/** How many clients there are, with a word where that is an estimate; an estimate of none is hardly anybody. */
export function useSizeText() {
  const { t } = useTranslation()
  const show = useShow()
  return (
    { size, isEstimate }: { size: number; isEstimate: boolean },
    about: 'segments.about' | 'segments.near' = 'segments.about',
  ) =>
    isEstimate && size === 0
      ? t('segments.hardly')
      : t(isEstimate ? about : 'segments.clients', { count: size, n: show.number(size) })
}
