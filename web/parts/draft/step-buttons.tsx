import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DraftOf } from '../../base/draft/use-draft.ts'

type StepButtonsProps = {
  draft: Pick<DraftOf<{ version: number }, unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>
}

/** Undo and redo, for the header of an editor. */
export function StepButtons({ draft }: StepButtonsProps) {
  const { t } = useTranslation()
  const ways = [
    { label: t('common.undo'), Icon: IconArrowBackUp, isOff: !draft.canUndo, onClick: draft.undo },
    { label: t('common.redo'), Icon: IconArrowForwardUp, isOff: !draft.canRedo, onClick: draft.redo },
  ]
  return ways.map(({ label, Icon, isOff, onClick }) => (
    <Tooltip key={label} label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} disabled={isOff} onClick={onClick}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  ))
}
