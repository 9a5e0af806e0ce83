/** From an empty business to a card on a phone: what to give, how it looks, its form, trying it. One screen a step. */
import { IconCheck } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CARD_TYPES } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { FailedPage } from '../../parts/unread-page.tsx'
import { useTemplates } from './data.ts'
import { FirstGive } from './first-give.tsx'
import { FirstLook } from './first-look.tsx'
import { FirstSaved } from './first-saved.tsx'
import classes from './first-run.module.css'

const STEPS = ['give', 'look', 'form', 'try'] as const

export function FirstRunPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const read = useTemplates(c)
  useBreadcrumbs([{ text: t('start.title') }])
  const type = CARD_TYPES.find((one) => one === search.give)
  if (read.isError && !read.data) return <FailedPage heading={t('start.title')} read={read} />
  const kept = read.data?.templates.find((one) => !one.isArchived)
  // Who comes back goes on with the card that is there.
  const card = search.card ?? (type === undefined ? kept?.id : undefined)
  const step = card !== undefined ? (search.form === undefined && search.card !== undefined ? 2 : 3) : type ? 1 : 0
  return (
    <Page>
      <Steps now={step} />
      {read.data === undefined ? (
        <Loading shapes={[{ h: 36, w: 320 }, 320]} />
      ) : card !== undefined ? (
        <FirstSaved card={card} formKey={search.form} />
      ) : (
        <>
          {kept && (
            <StatusBanner
              tone="info"
              action={
                <LinkAnchor to={`/${domain}/start` as '/'} search={{ card: kept.id } as never}>
                  {t('start.goOn')}
                </LinkAnchor>
              }
            >
              {t('start.hasCard', { name: kept.name })}
            </StatusBanner>
          )}
          {type ? (
            <FirstLook key={type} type={type} onBack={() => void navigate({ to: '.', search: {} as never })} />
          ) : (
            <FirstGive onType={(give) => void navigate({ to: '.', search: { give } as never })} />
          )}
        </>
      )}
    </Page>
  )
}

/** How far it is, and what comes next. */
function Steps({ now }: { now: number }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps} aria-label={t('start.steps')}>
      {STEPS.map((step, at) => (
        <li key={step} data-state={at < now ? 'done' : at === now ? 'now' : 'next'} aria-current={at === now && 'step'}>
          <span className={classes.number} aria-hidden="true">
            {at < now ? <IconCheck size={14} stroke={2.5} /> : at + 1}
          </span>
          <span>{t(`start.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
