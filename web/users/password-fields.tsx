import { PasswordInput } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { metRules } from './password-rules.ts'
import classes from './auth-frame.module.css'

type InputProps = { value?: string; error?: React.ReactNode; onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void }

type PasswordFieldsProps = {
  label: string
  value: string
  password: InputProps
  confirmation: InputProps
}

/** A new password twice; its rules tick while it is typed. */
export function PasswordFields({ label, value, password, confirmation }: PasswordFieldsProps) {
  const { t } = useTranslation()
  const met = metRules(value)
  return (
    <>
      <div>
        <PasswordInput label={label} autoComplete="new-password" {...revealing(t('common.show'))} {...password} />
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
      <PasswordInput label={t('users.repeatPassword')} autoComplete="new-password" {...revealing(t('common.show'))} {...confirmation} />
    </>
  )
}

/** The eye is a button for everybody, with a name. */
export function revealing(label: string) {
  return { visibilityToggleButtonProps: { 'aria-label': label, tabIndex: 0 } }
}
