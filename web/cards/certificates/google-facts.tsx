import { useTranslation } from 'react-i18next'
import type { GoogleIssuer } from '../../../contract/cards/issuers.ts'
import { useShow } from '../../base/show.ts'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './certificates.module.css'

const TONE = { approved: 'success', under_review: 'warning', rejected: 'danger', draft: 'neutral' } as const

/** What is known of an own issuer: what the owner has entered, and what Google says. */
export function GoogleFacts({ of: own }: { of: NonNullable<GoogleIssuer['own']> }) {
  const { t } = useTranslation()
  const show = useShow()
  const { isGmailListed, review } = own
  const rows = [
    ['name', own.name, false],
    ['account', own.serviceAccount, true],
  ] as const
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('certificates.google.issuer')}</dt>
        <dd className="k-mono">{own.issuerId}</dd>
      </div>
      {rows.map(([name, value, isMono]) => (
        <div key={name}>
          <dt>{t(`certificates.google.facts.${name}`)}</dt>
          <dd className={isMono ? 'k-mono' : undefined}>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('certificates.google.facts.gmail')}</dt>
        <dd className={classes.expires}>
          {own.gmail}
          {isGmailListed !== null && (
            <StatusBadge tone={isGmailListed ? 'success' : 'warning'}>
              {t(`certificates.google.facts.${isGmailListed ? 'listed' : 'notListed'}`)}
            </StatusBadge>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('certificates.google.facts.review')}</dt>
        <dd className={classes.expires}>
          <StatusBadge tone={review ? TONE[review] : 'neutral'}>
            {t(`certificates.google.review.${review ?? 'none'}`)}
          </StatusBadge>
        </dd>
      </div>
      <div>
        <dt>{t('certificates.google.facts.checked')}</dt>
        <dd>
          <time dateTime={own.checkedAt}>{show.dateTime(own.checkedAt)}</time>
        </dd>
      </div>
    </dl>
  )
}
