import { Button, Group, Stack, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '../../base/refused.ts'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './integration.module.css'
import { type Row, ROWS, type RowState } from './use-check.ts'

const ICONS = { waiting: IconCircleDashed, busy: IconLoader2, done: IconCircleCheck, failed: IconCircleX }
const LOOKS: Readonly<Record<RowState, string | undefined>> = {
  waiting: undefined,
  busy: classes.spin,
  done: classes.ok,
  failed: classes.bad,
}

type CheckPanelProps = {
  states: Readonly<Record<Row, RowState>>
  refused: Refused | null
  onBack: () => void
  onRetry: () => void
}

/** The running check of an access. */
export function CheckPanel({ states, refused, onBack, onRetry }: CheckPanelProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" className={classes.panel ?? ''}>
      <Title order={2}>{t('integration.check.title')}</Title>
      <ul className={classes.checks} aria-live="polite">
        {ROWS.map((row) => {
          const Icon = ICONS[states[row]]
          return (
            <li key={row} data-state={states[row]}>
              <Icon size={20} stroke={1.75} className={LOOKS[states[row]]} aria-hidden="true" />
              <span>{t(`integration.check.${row}`)}</span>
              <span className="k-unseen">{t(`integration.check.states.${states[row]}`)}</span>
            </li>
          )
        })}
      </ul>
      {refused && <StatusBanner tone="danger">{refused.message}</StatusBanner>}
      <Group gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('integration.check.back')}
        </Button>
        {refused && <Button onClick={onRetry}>{t('common.retry')}</Button>}
      </Group>
    </Stack>
  )
}
