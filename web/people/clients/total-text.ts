import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'

/** How many clients there are. The line is there before its number, so that nothing moves when that comes. */
export function useTotalText(): (meta: { total: number; isEstimate?: boolean | undefined } | undefined) => string {
  const { t } = useTranslation()
  const show = useShow()
  return (meta) =>
    meta === undefined
      ? '\u00A0'
      : t(meta.isEstimate ? 'clients.totalAbout' : 'clients.total', { count: meta.total, n: show.number(meta.total) })
}
