import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'

/** A password field whose eye is a real button with a name, and whose error is announced to screen readers. */
export function SecretInput({ error, ...rest }: PasswordInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      error={error}
      {...(error ? { 'aria-invalid': true } : {})}
      visibilityToggleButtonProps={{ 'aria-label': t('common.show'), tabIndex: 0 }}
      {...rest}
    />
  )
}
