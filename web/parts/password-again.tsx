/** The password once more: asked for only after the server has said that it needs it. */
import { PasswordInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '../base/refused.ts'

export function usePasswordAgain() {
  const [isAsked, setIsAsked] = useState(false)
  return {
    isAsked,
    /** For `onRefused` of a write. */
    showRefused: (refused: Refused) => {
      if (refused.code !== 'password_needed') return false
      setIsAsked(true)
      return true
    },
  }
}

export function PasswordAgain(props: GetInputPropsReturnType) {
  const { t } = useTranslation()
  return <PasswordInput label={t('keys.password.label')} description={t('keys.password.hint')} autoComplete="current-password" maxLength={200} autoFocus {...props} />
}
