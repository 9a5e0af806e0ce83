import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { metRules } from './password-rules.ts'
import classes from './auth-frame.module.css'
import { SecretInput } from '../../parts/secret-input.tsx'

type InputProps = {
  value?: string
  error?: React.ReactNode
  onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void
}

type PasswordFieldsProps = {
  label: string
  value: string
  password: InputProps
  /** Left out: it is asked for once, and the eye shows what was typed. */
  confirmation?: InputProps
  /** Focused when the fields appear. */
  isFirst?: boolean
}

/** A new password; its rules are ticked off while it is typed. */
export function PasswordFields({ label, value, password, confirmation, isFirst = false }: PasswordFieldsProps) {
  const { t } = useTranslation()
  const met = metRules(value)
  return (
    <>
      <div>
        <SecretInput label={label} autoComplete="new-password" autoFocus={isFirst} {...password} />
        <ul className={classes.rules} aria-label={t('users.signUp.rules.label')}>
          {met.map(({ rule, isMet }) => (
            <li key={rule} data-met={isMet}>
              {isMet ? <IconCheck size={14} aria-hidden="true" /> : <IconMinus size={14} aria-hidden="true" />}
              {t(`users.signUp.rules.${rule}`)}
              <span className="k-unseen">{isMet ? t('users.signUp.rules.met') : t('users.signUp.rules.unmet')}</span>
            </li>
          ))}
        </ul>
      </div>
      {confirmation && <SecretInput label={t('users.repeatPassword')} autoComplete="new-password" {...confirmation} />}
    </>
  )
}
