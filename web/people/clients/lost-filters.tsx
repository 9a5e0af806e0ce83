/** Filters of the address or of a saved view that name what was deleted since: the list says so and takes them off. */
import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { hasSegments, useSegmentChoice, useTags } from '../segments/data.ts'
import type { ClientTableState } from './client-table.tsx'
import { useForms, useTemplates } from './data.ts'

const KINDS = ['tag', 'segment', 'template', 'form'] as const
/** So many segments are read for the choice; whether a further one is there is not known. */
const SEGMENTS_READ = 100

/** Undefined: not read yet, or not known. */
function useKnown(): Record<(typeof KINDS)[number], readonly string[] | undefined> {
  const cabinet = useCabinet()
  const idsOf = (rows: readonly { id: string }[] | undefined) => rows?.map((row) => row.id)
  const segments = useSegmentChoice(cabinet.id, hasSegments(cabinet)).data?.data
  return {
    tag: idsOf(useTags(cabinet.id).data?.tags),
    segment: idsOf(segments && segments.length < SEGMENTS_READ ? segments : undefined),
    template: idsOf(useTemplates(cabinet.id).data?.templates),
    form: useForms(cabinet.id).data?.forms.map((form) => form.formKey),
  }
}

export function LostFilters({ state }: { state: ClientTableState }) {
  const { t } = useTranslation()
  const known = useKnown()
  const lost = KINDS.filter((kind) => {
    const value = state.filters[kind]
    return value !== undefined && known[kind]?.includes(value) === false
  })
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
