import { IconCircle, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Text } from '@mantine/core'
import { isSentType, type PushType } from '../../../contract/reach/pushes.ts'
import type { CheckName } from './push-draft.ts'
import classes from './pushes.module.css'

type ChecklistProps = {
  type: PushType
  checks: readonly { name: CheckName; isDone: boolean }[]
  /** The card that would get too many points. */
  over: { template: string; total: string; limit: string } | null
  isHighlighted: boolean
}

/** What a push needs before it can be sent or switched on; after a refused try, missing rows are red. */
export function Checklist({ type, checks, over, isHighlighted }: ChecklistProps) {
  const { t } = useTranslation()
  const title = t(isSentType(type) ? 'pushes.checklist.title' : 'pushes.checklist.switchTitle')
  const words = (name: CheckName) =>
    name === 'limit'
      ? t('pushes.checklist.limit', { count: Number(over?.limit), ...over })
      : name === 'points'
        ? t(`pushes.checklist.${type === 'beacon' ? 'beacons' : 'places'}`)
        : t(`pushes.checklist.${name}`)
  return (
    <section
      className={classes.section}
      style={{ gap: 12 }}
      aria-label={title}
      {...(isHighlighted && { role: 'alert' })}
    >
      <Text component="h2" fz="md" fw={600} m={0}>
        {title}
      </Text>
      <ul className={classes.checks}>
        {checks.map(({ name, isDone }) => (
          <li key={name} className={!isDone && isHighlighted ? classes.missing : undefined}>
            {isDone && <IconCircleCheckFilled size={18} color="var(--k-success)" aria-hidden="true" />}
            {!isDone &&
              (isHighlighted ? (
                <IconCircleXFilled size={18} aria-hidden="true" />
              ) : (
                <IconCircle size={18} color="var(--k-text-3)" aria-hidden="true" />
              ))}
            <span>
              {words(name)}
              <span className="k-unseen">
                {': '}
                {t(isDone ? 'pushes.checklist.done' : 'pushes.checklist.missing')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
