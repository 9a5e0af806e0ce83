import { IconCheck } from '@tabler/icons-react'
import classes from './step-list.module.css'

type StepListProps = {
  label: string
  steps: readonly { key: string; text: string }[]
  /** Number of finished steps; the next one is the current one. */
  done: number
}

/** The steps of a longer task: finished, current and still ahead. */
export function StepList({ label, steps, done }: StepListProps) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map(({ key, text }, index) => (
        <li
          key={key}
          className={index < done ? classes.done : undefined}
          {...(index === done && { 'aria-current': 'step' as const })}
        >
          <span className={classes.mark} aria-hidden="true">
            {index < done ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          {text}
        </li>
      ))}
    </ol>
  )
}
