/** Asks for the password again, only after the server has required it. */
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '../base/refused.ts'

export function usePasswordAgain() {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  return {
    /** For the body of the call. */
    given: isAsked ? { password } : {},
    /** For `onRefused` of the write. */
    showRefused: (refused: Refused) => {
      const wrong =
        refused.fields.password?.message ?? (refused.code === 'too_many_tries' ? refused.message : undefined)
      if (refused.code !== 'password_needed' && wrong === undefined) return false
      setIsAsked(true)
      setError(wrong ?? (isAsked ? t('refusals.fields.required') : null))
      return true
    },
    /** Goes above the buttons of the form. */
    field: (isAsked || error !== null) && (
      <PasswordInput
        label={t('users.passwordAgain.label')}
        description={t('users.passwordAgain.hint')}
        autoComplete="current-password"
        maxLength={200}
        autoFocus
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setError(null)
        }}
      />
    ),
  }
}
