import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import classes from './certificates.module.css'

const STEPS = ['test', 'own', 'check', 'active'] as const

/** The progress towards an own certificate: 0 before the test certificate, 4 when the own one signs. */
function reached(apple: AppleCertificate): number {
  if (apple.state === 'activated' && !apple.isTest) return 4
  if (apple.pending) return 2
  return apple.state === 'activated' ? 1 : 0
}

export function Track({ apple }: { apple: AppleCertificate }) {
  const { t } = useTranslation()
  const done = reached(apple)
  return (
    <ol className={classes.track} aria-label={t('certificates.apple.stepsLabel')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < done ? classes.done : undefined}
          {...(index === done && { 'aria-current': 'step' as const })}
        >
          <span className={classes.mark} aria-hidden="true">
            {index < done ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          {t(`certificates.apple.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
