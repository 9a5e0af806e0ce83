import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { PathLink } from '../../parts/link.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { type Asked, type Choices, useEstimate } from './data.ts'
import classes from './triggers.module.css'
import { type Draft, inputOf } from './trigger-draft.ts'
import { type Subject, useSentences } from './use-sentences.ts'

const PAUSE_MS = 500

const nameOf = (list: readonly { id: string; name: string }[], id: string | null) =>
  list.find((one) => one.id === id)?.name ?? null

/** The choices of the draft, as the sentences need them. */
export function subjectOfDraft(draft: Draft, choices: Choices): Subject {
  return {
    ...inputOf(draft),
    segment: nameOf(choices.segments, draft.segment),
    push: nameOf(choices.pushes, draft.push),
    template: nameOf(choices.templates, draft.template),
  }
}

function askedOf(draft: Draft): Asked {
  return {
    activation: draft.activation,
    ...(draft.segment !== null && { segment: draft.segment }),
    ...(draft.date !== '' && { date: draft.date }),
    ...(draft.time !== '' && { time: draft.time }),
    daysToBirthday: Number(draft.daysToBirthday),
    daysAfterCreate: Math.max(1, Number(draft.daysAfterCreate)),
  }
}

/** The estimate, half a second after the last change. If it fails, the editor works without it. */
export function useRestedEstimate(draft: Draft) {
  const { id: c } = useCabinet()
  const key = JSON.stringify(askedOf(draft))
  const [rested] = useDebouncedValue(key, PAUSE_MS)
  const read = useEstimate(c, JSON.parse(rested) as Asked)
  return { data: read.data, isCounting: rested !== key || read.isFetching, hasFailed: read.isError }
}

type SummaryProps = {
  draft: Draft
  choices: Choices
  estimate: ReturnType<typeof useRestedEstimate>
  isActive: boolean
}

/** The trigger in one sentence, when it runs next, and for about how many clients. */
export function Summary({ draft, choices, estimate, isActive }: SummaryProps) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const show = useShow()
  const sentences = useSentences()
  const { data, isCounting, hasFailed } = estimate
  const due = (clients: number | null) =>
    clients === null
      ? t(draft.activation === 'purchase' ? 'triggers.summary.dueBuyers' : 'triggers.summary.dueUnknown')
      : t('triggers.summary.due', { count: clients, n: show.number(clients) })
  return (
    <section className={classes.summary} aria-labelledby="trigger-summary-title">
      <h2 className={classes.word} id="trigger-summary-title">
        {t('triggers.summary.title')}
      </h2>
      <p className={classes.sentence} aria-live="polite">
        {sentences.summary(subjectOfDraft(draft, choices))}
      </p>
      <div aria-live="polite" aria-busy={isCounting} {...(isCounting && data && { 'data-old': true })}>
        {!data && (
          <p className={classes.small}>{hasFailed ? t('triggers.summary.failed') : t('triggers.summary.counting')}</p>
        )}
        {data && (
          <>
            <p className={classes.small}>
              {t('triggers.summary.who', { count: data.who, n: show.number(data.who) })} (
              {t('triggers.summary.estimate')})
            </p>
            {data.birthdayCards && data.birthdayCards.on < data.birthdayCards.all && (
              <p className={classes.small}>
                {data.birthdayCards.on === 0
                  ? t('triggers.summary.birthdayNowhere')
                  : t('triggers.summary.birthdayCards', {
                      count: data.birthdayCards.all,
                      on: show.number(data.birthdayCards.on),
                      n: show.number(data.birthdayCards.all),
                    })}{' '}
                <PathLink to={`/${domain}/cards`} underline="always">
                  {t('triggers.summary.openCards')}
                </PathLink>
              </p>
            )}
            {draft.activation !== 'now' && (
              <p className={classes.next}>
                {data.nextRunAt === null ? (
                  t('triggers.summary.noNext')
                ) : (
                  <>
                    {t('triggers.summary.next')} <MoscowTime at={data.nextRunAt} />, {due(data.clients)}
                  </>
                )}
              </p>
            )}
          </>
        )}
        {!isActive && draft.activation !== 'now' && <p className={classes.small}>{t('triggers.summary.off')}</p>}
      </div>
    </section>
  )
}
