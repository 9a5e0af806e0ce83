import { useTranslation } from 'react-i18next'
import { PUSH_TEXT_MAX } from '../../../contract/limits.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { TokenInput } from '../../parts/token-input/token-input.tsx'
import type { BeaconFault, PlaceFault } from './point-draft.ts'

type PointTextProps = {
  value: string
  onChange: (text: string) => void
  variables: readonly Variable[]
  fault: PlaceFault['text'] | BeaconFault['text']
}

/** The text of one point on the lock screen; its variables are those of the message. */
export function PointText({ value, onChange, variables, fault }: PointTextProps) {
  const { t } = useTranslation()
  return (
    <TokenInput
      label={t('pushes.points.text')}
      description={t('pushes.points.textHint')}
      value={value}
      onChange={onChange}
      variables={variables}
      maxLength={PUSH_TEXT_MAX}
      error={
        fault === 'too_long' ? t('refusals.fields.too_long', { max: PUSH_TEXT_MAX, count: PUSH_TEXT_MAX }) : undefined
      }
    />
  )
}
