/** Four boxes for a code: typed, pasted, or filled in by the phone from its SMS. */
import { PinInput, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE_CODE } from '../../../contract/limits.ts'

type CodeBoxesProps = {
  value: string
  onChange: (code: string) => void
  error: string | null
  isBusy: boolean
  firstBox: (box: HTMLInputElement | null) => void
}

export function CodeBoxes({ value, onChange, error, isBusy, firstBox }: CodeBoxesProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <Text component="p" fw={500} mb={6} id={`${id}-label`}>
        {t('codes.code')}
      </Text>
      <PinInput
        length={PHONE_CODE.digits}
        type="number"
        inputMode="numeric"
        oneTimeCode
        placeholder=""
        size="lg"
        autoFocus
        ref={firstBox}
        aria-labelledby={`${id}-label`}
        value={value}
        onChange={onChange}
        error={error !== null}
        readOnly={isBusy}
        getInputProps={(index) => ({
          'aria-label': t('codes.digit', { n: index + 1, of: PHONE_CODE.digits }),
          'aria-invalid': error !== null,
          ...(error !== null && { 'aria-describedby': `${id}-error` }),
        })}
      />
      <Text className="k-small" id={`${id}-error`} c="var(--k-danger)" role="alert" mt={6} mih="1.25rem">
        {error}
      </Text>
    </div>
  )
}
