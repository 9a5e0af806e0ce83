import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import { StepList } from '../../parts/step-list.tsx'

const STEPS = ['test', 'own', 'check', 'active'] as const

/** The progress towards an own certificate: 0 before the test certificate, 4 when the own one signs. */
function reached(apple: AppleCertificate): number {
  if (apple.state === 'activated' && !apple.isTest) return 4
  if (apple.pending) return 2
  return apple.state === 'activated' ? 1 : 0
}

export function Track({ apple }: { apple: AppleCertificate }) {
  const { t } = useTranslation()
  return (
    <StepList
      label={t('certificates.apple.stepsLabel')}
      steps={STEPS.map((step) => ({ key: step, text: t(`certificates.apple.steps.${step}`) }))}
      done={reached(apple)}
    />
  )
}
