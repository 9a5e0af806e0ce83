/** Filter of the client table: who joined, came again, bought, got or used points, and on which days. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import type { Filter } from '../../parts/data-table/filter-chip.tsx'
import { Loading } from '../../parts/loading.tsx'
import { readDid } from './list-filters.ts'

const DidChoice = lazy(() => import('./did-choice.tsx').then((file) => ({ default: file.DidChoice })))

export function useDidFilter(): Filter {
  const { t } = useTranslation()
  const show = useShow()
  return {
    key: 'did',
    label: t('clients.filters.did'),
    show: (value) => {
      const { did, didFrom, didTo } = readDid(value)
      if (did === undefined) return ''
      const what = t(`clients.did.${did}`)
      if (didFrom === undefined && didTo === undefined) return what
      if (didFrom === didTo) return t('clients.did.on', { what, day: show.date(didFrom ?? '') })
      const texts = { what, from: show.date(didFrom ?? ''), to: show.date(didTo ?? '') }
      if (didFrom !== undefined && didTo !== undefined) return t('clients.did.between', texts)
      return didFrom === undefined ? t('clients.did.until', texts) : t('clients.did.since', texts)
    },
    render: (value, set) => (
      <Suspense fallback={<Loading shapes={[260]} />}>
        <DidChoice key={value ?? ''} value={value} onChange={set} />
      </Suspense>
    ),
  }
}
