import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './integration.module.css'

export const STEPS = ['choose', 'access', 'check', 'exchange', 'on'] as const
export type Step = (typeof STEPS)[number]

/** The progress of connecting a CRM. */
export function Steps({ now }: { now: Step }) {
  const { t } = useTranslation()
  const reached = STEPS.indexOf(now)
  return (
    <ol className={classes.track} aria-label={t('integration.steps.label')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < reached ? classes.done : undefined}
          {...(index === reached && { 'aria-current': 'step' as const })}
        >
          <span className={classes.mark} aria-hidden="true">
            {index < reached ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          {t(`integration.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
