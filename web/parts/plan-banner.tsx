/** What the plan does not include, or has no room for: one sentence, and the way to the plan that has it. */
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { PathLink } from './link.tsx'
import { StatusBanner } from './status.tsx'

type PlanBannerProps = {
  /** Names the plan that has it, or how much this one includes. */
  text: string
  /** `locked`: the plan has none of it; `full`: all that it includes is in use. */
  state: 'locked' | 'full'
}

export function PlanBanner({ text, state }: PlanBannerProps) {
  return (
    <div data-state="locked">
      <StatusBanner tone={state === 'full' ? 'warning' : 'info'} action={<PlanLink />}>
        {text}
      </StatusBanner>
    </div>
  )
}

/** To the comparison of plans, beside a control that is locked. */
export function PlanLink() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <PathLink to={`/${domain}/balance/tariffs-overview`} fw={500} underline="always">
      {t('finance.compare')}
    </PathLink>
  )
}
