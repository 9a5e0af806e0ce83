/** Filters of the address or of a saved view that name what was deleted since: the list says so and takes them off. */
import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { hasSegments, useSegmentFilter, useTags } from '../segments/data.ts'
import type { ClientTableState } from './client-table.tsx'
import { useForms, useTemplates } from './data.ts'

const KINDS = ['tag', 'segment', 'template', 'form'] as const
type Kind = (typeof KINDS)[number]

/** Whether each names what is not there any more. What has not been read yet is not lost. */
function useLost(filters: ClientTableState['filters']): Record<Kind, boolean> {
  const cabinet = useCabinet()
  const lacks = (kind: Kind, ids: readonly string[] | undefined) => {
    const value = filters[kind]
    return value !== undefined && ids?.includes(value) === false
  }
  const idsOf = (rows: readonly { id: string }[] | undefined) => rows?.map((row) => row.id)
  return {
    tag: lacks('tag', idsOf(useTags(cabinet.id).data?.tags)),
    segment: useSegmentFilter(cabinet.id, hasSegments(cabinet), filters.segment).isLost,
    template: lacks('template', idsOf(useTemplates(cabinet.id).data?.templates)),
    form: lacks(
      'form',
      useForms(cabinet.id).data?.forms.map((form) => form.formKey),
    ),
  }
}

export function LostFilters({ state }: { state: ClientTableState }) {
  const { t } = useTranslation()
  const isLost = useLost(state.filters)
  const lost = KINDS.filter((kind) => isLost[kind])
  if (lost.length === 0) return null
  return (
    <Stack gap="xs">
      {lost.map((kind) => (
        <StatusBanner
          key={kind}
          tone="warning"
          action={
            <Button variant="default" size="compact-sm" onClick={() => state.setFilter(kind, undefined)}>
              {t('clients.lost.remove')}
            </Button>
          }
        >
          {t(`clients.lost.${kind}`)}
        </StatusBanner>
      ))}
    </Stack>
  )
}
