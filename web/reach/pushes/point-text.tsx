import { useTranslation } from 'react-i18next'
import { PUSH_TEXT_MAX } from '../../../contract/limits.ts'
import { TokenInput } from '../../parts/token-input/token-input.tsx'
import type { Token } from '../../parts/token-input/tokens.ts'
import type { BeaconFault, PlaceFault } from './point-draft.ts'

type PointTextProps = {
  value: string
  onChange: (text: string) => void
  tokens: readonly Token[]
  isDisabled: boolean
  fault: PlaceFault['text'] | BeaconFault['text']
}

/** The text of one point on the lock screen; its chips are those of the message. */
export function PointText({ value, onChange, tokens, fault, isDisabled }: PointTextProps) {
  const { t } = useTranslation()
  return (
    <TokenInput
      label={t('pushes.points.text')}
      description={t('pushes.points.textHint')}
      value={value}
      onChange={onChange}
      tokens={tokens}
      isDisabled={isDisabled}
      maxLength={PUSH_TEXT_MAX}
      error={
        fault === 'too_long' ? t('refusals.fields.too_long', { max: PUSH_TEXT_MAX, count: PUSH_TEXT_MAX }) : undefined
      }
    />
  )
}
