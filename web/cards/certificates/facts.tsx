import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './certificates.module.css'
import { expiryOf } from './expiry.ts'

export type CertificateFacts = {
  passTypeIdentifier: string | null
  teamIdentifier: string | null
  organisation: string | null
  expiresAt: string | null
  hasNfc?: boolean
}

const TONE = { valid: 'neutral', soon: 'warning', expired: 'danger' } as const

/** The content of a certificate, and how long it is valid. */
export function Facts({ of: facts }: { of: CertificateFacts }) {
  const { t } = useTranslation()
  const rows = [
    ['passType', facts.passTypeIdentifier],
    ['team', facts.teamIdentifier],
    ['organisation', facts.organisation],
  ] as const
  return (
    <dl className={classes.facts}>
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{t(`certificates.apple.facts.${name}`)}</dt>
              <dd className={name === 'organisation' ? undefined : 'k-mono'}>{value}</dd>
            </div>
          ),
      )}
      {facts.hasNfc !== undefined && facts.passTypeIdentifier !== null && (
        <div>
          <dt>{t('certificates.apple.facts.nfc')}</dt>
          <dd>{t(facts.hasNfc ? 'certificates.apple.facts.nfcGranted' : 'certificates.apple.facts.nfcNotGranted')}</dd>
        </div>
      )}
      {facts.expiresAt !== null && (
        <div>
          <dt>{t('certificates.apple.facts.expires')}</dt>
          <dd>
            <Expires at={facts.expiresAt} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Expires({ at }: { at: string }) {
  const { t } = useTranslation()
  const show = useShow()
  const { days, state } = expiryOf(at, new Date())
  const left =
    state === 'expired'
      ? t('certificates.apple.expired')
      : days === 0
        ? t('certificates.apple.lastDay')
        : t('certificates.apple.days', { count: days })
  return (
    <span className={classes.expires}>
      <time dateTime={at}>{show.date(at)}</time>
      <StatusBadge tone={TONE[state]}>{left}</StatusBadge>
    </span>
  )
}
