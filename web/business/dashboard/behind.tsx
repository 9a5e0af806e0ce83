/** Sources of new clients, the effect of the latest pushes, birthdays ahead, and what waits for the owner. */
import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/business/overview.ts'
import { useShow } from '../../base/show.ts'
import { LinkAnchor, PathLink } from '../../parts/link.tsx'
import classes from './overview.module.css'

export default function Behind({ overview, domain }: { overview: Overview; domain: string }) {
  return (
    <div className={classes.behind}>
      <Waiting overview={overview} domain={domain} />
      <Sources overview={overview} />
      <Pushes overview={overview} domain={domain} />
      <Birthdays overview={overview} domain={domain} />
    </div>
  )
}

function Waiting({ overview: { waiting }, domain }: { overview: Overview; domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  const pathOf = ({ kind, id }: Overview['waiting'][number]): string =>
    ({
      money: '/balance/tariffs',
      demo: '/balance/tariffs',
      testCertificate: '/settings/certificates',
      crm: '/integration',
      pushNotSent: `/pushes/${id ?? ''}`,
      draft: `/pushes/${id ?? ''}`,
      notices: '/notifications',
    })[kind]
  return (
    <section className={classes.panel}>
      <h2 className={classes.panelTitle}>{t('dashboard.waiting.title')}</h2>
      {waiting.length === 0 && <p className={classes.note}>{t('dashboard.waiting.none')}</p>}
      <ul className={classes.list}>
        {waiting.map((one) => (
          <li key={one.kind}>
            <PathLink to={`/${domain}${pathOf(one)}`}>
              {t(`dashboard.waiting.${one.kind}`, { n: show.number(one.count) })}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sources({ overview: { sources } }: { overview: Overview }) {
  const { t } = useTranslation()
  const show = useShow()
  const top = Math.max(1, ...sources.map((one) => one.joined))
  return (
    <section className={classes.panel}>
      <h2 className={classes.panelTitle}>{t('dashboard.sources.title')}</h2>
      {sources.length === 0 && <p className={classes.note}>{t('dashboard.sources.none')}</p>}
      <ul className={classes.list}>
        {sources.map((one) => (
          <li key={`${one.kind}${one.id}`} className={classes.bar}>
            <i style={{ width: `${(one.joined / top) * 100}%` }} aria-hidden="true" />
            <span>
              {one.kind === 'none' ? t('dashboard.sources.direct') : (one.name ?? t('dashboard.sources.gone'))}
            </span>
            <span>{show.number(one.joined)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pushes({ overview: { pushes }, domain }: { overview: Overview; domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <section className={classes.panel}>
      <h2 className={classes.panelTitle}>{t('dashboard.effect.title')}</h2>
      {pushes.length === 0 && <p className={classes.note}>{t('dashboard.effect.none')}</p>}
      <ul className={classes.list}>
        {pushes.map((one) => (
          <li key={`${one.id}${one.sentAt}`}>
            <PathLink to={`/${domain}/pushes/${one.id}`}>{one.name}</PathLink>
            <span className={classes.note}>
              {t('dashboard.effect.line', { sent: show.number(one.sent), came: show.number(one.came) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Birthdays({ overview: { birthdays }, domain }: { overview: Overview; domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <section className={classes.panel}>
      <h2 className={classes.panelTitle}>{t('dashboard.birthdays.title')}</h2>
      {birthdays.total === 0 && <p className={classes.note}>{t('dashboard.birthdays.none')}</p>}
      <ul className={classes.list}>
        {birthdays.next.map((one) => (
          <li key={one.id}>
            <PathLink to={`/${domain}/clients/${one.id}`}>{one.name || t('dashboard.feed.nameless')}</PathLink>
            <span className={classes.note}>{show.date(one.day)}</span>
          </li>
        ))}
      </ul>
      {birthdays.total > 0 && (
        <LinkAnchor to={`/${domain}/clients` as '/'} search={{ birthday: 'this_week' } as never}>
          {t('dashboard.birthdays.all', { n: show.number(birthdays.total) })}
        </LinkAnchor>
      )}
    </section>
  )
}
