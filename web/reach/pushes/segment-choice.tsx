import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Segment } from '../../../contract/people/segments.ts'
import type { Push } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { PlanLink } from '../../parts/plan-banner.tsx'
import { SearchedSelect } from '../../parts/searched-select.tsx'
import { hasSegments, useSegmentChoice, useSegmentFilter } from '../../people/segments/data.ts'

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
  const { offered = [], isLong } = useSegmentFilter(cabinet.id, isOpen, chosen ?? undefined)
  const optionOf = ({ id, name, size, isEstimate }: Pick<Segment, 'id' | 'name' | 'size' | 'isEstimate'>) => ({
    value: id,
    label: t(`pushes.segment.${isEstimate ? (size > 0 ? 'optionAbout' : 'optionHardly') : 'option'}`, {
      name,
      n: show.number(size),
    }),
  })
  const useFound = (text: string) => useSegmentChoice(cabinet.id, isOpen, text).data?.data.map(optionOf)
  const rest =
    chosen === null || offered.some((one) => one.id === chosen)
      ? []
      : [{ value: chosen, label: saved?.id === chosen ? saved.name : '…' }]
  return (
    <div>
      <SearchedSelect
        label={t('pushes.segment.label')}
        none={t('pushes.segment.all')}
        value={chosen}
        onChange={onChange}
        error={error}
        options={[...rest, ...offered.map(optionOf)]}
        isLong={isLong}
        useFound={useFound}
        disabled={isDisabled || (!isOpen && chosen === null)}
        {...(!isOpen && { leftSection: <IconLock size={16} aria-hidden="true" /> })}
      />
      {!isOpen && (
        <Text className="k-small" c="dimmed" mt={4}>
          {t('refusals.codes.segment_needs_plan')} <PlanLink />
        </Text>
      )}
      {isOpen && offered.length === 0 && (
        <Text className="k-small" c="dimmed" mt="md">
          <PathLink to={`/${cabinet.domain}/segments`} underline="always">
            {t('pushes.segment.none')}
          </PathLink>
        </Text>
      )}
    </div>
  )
}
