/** Why a certificate file was refused, and what to do about it. */
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './certificates.module.css'

const CODES = [
  'not_a_p12',
  'wrong_password',
  'no_private_key',
  'key_mismatch',
  'not_a_pass_certificate',
  'certificate_expired',
  'certificate_too_large',
  'unknown_issuer',
  'not_a_cer',
  'no_request_for_it',
  'issuer_not_apple',
] as const
export type FaultCode = (typeof CODES)[number]
export type Fault = { code: FaultCode; message: string }

/** @returns undefined for a refusal that is not about the file */
export function faultOf({ code, message }: { code: string; message: string }): Fault | undefined {
  const known = CODES.find((one) => one === (code === 'too_large' ? 'certificate_too_large' : code))
  return known && { code: known, message }
}

export function FaultNote({ fault }: { fault: Fault }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={classes.fault}>
      <Text fw={600}>{fault.message}</Text>
      <Text>{t(`certificates.apple.help.${fault.code}`)}</Text>
    </div>
  )
}
