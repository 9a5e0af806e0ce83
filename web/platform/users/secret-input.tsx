import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password with an eye that is a button for everybody, and a fault that readers of the screen hear of. */
export function SecretInput({ error, ...rest }: PasswordInputProps) {
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
