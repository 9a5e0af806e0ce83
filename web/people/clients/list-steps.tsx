import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconArrowBarToLeft, IconArrowBarToRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Meta } from '../../../contract/call.ts'
import { PageSize } from '../../parts/data-table/table-pages.tsx'
import { FIRST, type ShownTableState } from '../../parts/data-table/table-state.ts'
import classes from './clients.module.css'

type ListStepsProps = {
  state: ShownTableState
  meta: Meta
  /** `25 of about 134 000`. */
  shown: string
  /** Asks for the exact total where it is an estimate. */
  onCount: () => void
}

/** How many rows there are, and the way through a list that is read in steps: it may be too long for page numbers. */
export function ListSteps({ state, meta, shown, onCount }: ListStepsProps) {
  const { t } = useTranslation()
  const steps = [
    { name: t('clients.steps.first'), Icon: IconArrowBarToLeft, to: meta.previous && FIRST },
    { name: t('common.table.previousPage'), Icon: IconArrowLeft, to: meta.previous },
    { name: t('common.table.nextPage'), Icon: IconArrowRight, to: meta.next },
    { name: t('clients.steps.last'), Icon: IconArrowBarToRight, to: meta.next && 'last' },
  ]
  return (
    <div className={classes.steps}>
      <Group gap="sm">
        <Text className="k-small k-number" c="dimmed">
          {shown}
        </Text>
        {meta.isEstimate && (
          <Button variant="subtle" size="compact-xs" onClick={onCount}>
            {t('clients.steps.count')}
          </Button>
        )}
        <PageSize state={state} />
      </Group>
      <Group gap="xs">
        {steps.map(({ name, Icon, to }) => (
          <ActionIcon
            key={name}
            variant="default"
            size={32}
            aria-label={name}
            disabled={!to}
            onClick={() => to && state.setPlace(to)}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      </Group>
    </div>
  )
}
