/** What happened last. It is read again while the page is seen. */
import { useTranslation } from 'react-i18next'
import type { Happening } from '../../../contract/business/overview.ts'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { useFeed } from './overview-data.ts'
import classes from './overview.module.css'

export default function Feed({ c, domain }: { c: number; domain: string }) {
  const { t } = useTranslation()
  const show = useShow()
  const read = useFeed(c)
  const happenings = read.data?.happenings
  return (
    <section className={classes.panel}>
      <h2 className={classes.panelTitle}>{t('dashboard.feed.title')}</h2>
      {!happenings && <Unread read={read} shapes={[200]} isPart />}
      {happenings?.length === 0 && <p className={classes.note}>{t('dashboard.feed.empty')}</p>}
      {happenings && happenings.length > 0 && (
        <ol className={classes.feed}>
          {happenings.map((one) => (
            <li key={one.id}>
              <span>
                <What one={one} />
                {one.client && (
                  <>
                    {' · '}
                    <PathLink to={`/${domain}/clients/${one.client.id}`}>
                      {one.client.name || t('dashboard.feed.nameless')}
                    </PathLink>
                  </>
                )}
                {one.push && (
                  <>
                    {' · '}
                    <PathLink to={`/${domain}/pushes/${one.push.id}`}>{one.push.name}</PathLink>
                  </>
                )}
                {one.client === null &&
                  one.count > 1 &&
                  ` · ${t('dashboard.feed.many', { n: show.number(one.count) })}`}
              </span>
              <time className={classes.note} dateTime={one.at}>
                {show.relative(one.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function What({ one }: { one: Happening }) {
  const { t } = useTranslation()
  const show = useShow()
  const points = usePoints()
  const amount = show.points(one.amountMinor)
  const wallet = one.wallet === null ? '' : one.wallet === 'apple' ? 'Apple Wallet' : 'Google Wallet'
  if (one.kind === 'points')
    return t('dashboard.feed.points', { name: points.name, amount: one.amountMinor > 0 ? `+${amount}` : amount })
  if (one.kind === 'bought') return t('dashboard.feed.bought', { amount: show.price(one.amountMinor) })
  if (one.kind === 'installed' || one.kind === 'removed') return t(`dashboard.feed.${one.kind}`, { wallet })
  return t(`dashboard.feed.${one.kind}`)
}
