import { NativeSelect, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Push } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { PlanLink } from '../../parts/plan-banner.tsx'
import { hasSegments, useSegmentChoice } from '../../people/segments/data.ts'

type SegmentChoiceProps = {
  chosen: string | null
  /** The saved segment: its name is shown until the list is loaded. */
  saved: Push['segment']
  onChange: (segment: string | null) => void
  error: string | undefined
  isDisabled: boolean
}

/** Which clients: all of them, or those of a segment. Below Advanced a note names the tariff with segments. */
export function SegmentChoice({ chosen, saved, onChange, error, isDisabled }: SegmentChoiceProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const isOpen = hasSegments(cabinet)
  const all = useSegmentChoice(cabinet.id, isOpen).data?.data ?? []
  const options = all.map((one) => ({
    value: one.id,
    label: t('pushes.segment.option', { name: one.name, n: show.number(one.size) }),
  }))
  const rest =
    chosen === null || options.some((one) => one.value === chosen)
      ? []
      : [{ value: chosen, label: saved?.id === chosen ? saved.name : '…' }]
  return (
    <div>
      <NativeSelect
        label={t('pushes.segment.label')}
        value={chosen ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        error={error}
        data={[{ value: '', label: t('pushes.segment.all') }, ...rest, ...options]}
        disabled={isDisabled || (!isOpen && chosen === null)}
        {...(!isOpen && { leftSection: <IconLock size={16} aria-hidden="true" /> })}
      />
      {!isOpen && (
        <Text className="k-small" c="dimmed" mt={4}>
          {t('refusals.codes.segment_needs_plan')} <PlanLink />
        </Text>
      )}
      {isOpen && all.length === 0 && (
        <Text className="k-small" c="dimmed" mt="md">
          <PathLink to={`/${cabinet.domain}/segments`} underline="always">
            {t('pushes.segment.none')}
          </PathLink>
        </Text>
      )}
    </div>
  )
}
