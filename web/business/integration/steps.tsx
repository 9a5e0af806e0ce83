import { useTranslation } from 'react-i18next'
import { StepList } from '../../parts/step-list.tsx'

export const STEPS = ['choose', 'access', 'check', 'exchange', 'on'] as const
export type Step = (typeof STEPS)[number]

/** The progress of connecting a CRM. */
export function Steps({ now }: { now: Step }) {
  const { t } = useTranslation()
  return (
    <StepList
      label={t('integration.steps.label')}
      steps={STEPS.map((step) => ({ key: step, text: t(`integration.steps.${step}`) }))}
      done={STEPS.indexOf(now)}
    />
  )
}
