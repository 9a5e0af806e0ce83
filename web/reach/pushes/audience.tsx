import { Checkbox, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import type { pushes, SentType } from '../../../contract/reach/pushes.ts'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { Bone } from '../../parts/loading.tsx'
import { useReach } from './data.ts'
import classes from './pushes.module.css'

const REACH_PAUSE_MS = 500

type AudienceProps = {
  templates: readonly TemplateRow[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  isDisabled: boolean
  /** Without a card it is for the holders of any. */
  isForAny: boolean
}

/** Which clients get the message. */
export function Audience({ templates, chosen, onChange, isDisabled, isForAny }: AudienceProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  if (templates.length === 0) {
    return (
      <Text>
        {t('pushes.editor.noTemplates')}{' '}
        <LinkAnchor underline="always" to="/$cabinetDomain/cards" params={{ cabinetDomain: cabinet.domain }}>
          {t('pushes.editor.toTemplates')}
        </LinkAnchor>
      </Text>
    )
  }
  return (
    <Checkbox.Group
      label={t('pushes.editor.templates')}
      description={isForAny && t('pushes.editor.anyCard')}
      value={[...chosen]}
      onChange={onChange}
    >
      <div className={classes.choices} id="push-templates">
        {templates.map((template) => (
          <Checkbox
            key={template.id}
            value={template.id}
            label={template.name}
            description={t('pushes.editor.issued', { count: template.issued, n: show.number(template.issued) })}
            disabled={isDisabled}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

type Asked = { type: SentType | null; templates: readonly string[]; segment: string | null }

/** How many clients get it, half a second after the last change. If the estimate fails, the editor works without it. */
export function useEstimatedReach(c: number, { type, templates, segment }: Asked) {
  const isAsked = type === 'telegram' || (type !== null && templates.length > 0)
  const key = isAsked ? [type, segment ?? '', ...[...templates].sort()].join() : ''
  const [rested] = useDebouncedValue(key, REACH_PAUSE_MS)
  const [, ofSegment = '', ...ofTemplates] = rested.split(',')
  const read = useReach(c, {
    type: rested === '' ? 'text' : (type ?? 'text'),
    templates: ofTemplates,
    segment: ofSegment || null,
  })
  const isCounting = key !== '' && (rested !== key || read.isFetching)
  const data = key === '' ? undefined : read.data
  return {
    data,
    isCounting,
    hasFailed: key !== '' && read.isError && !isCounting,
    people: data && !isCounting ? reachedOf(type, data) : undefined,
  }
}

type Reach = ReplyOf<typeof pushes.reach>
const reachedOf = (type: SentType | null, { clients, noCard, linked }: Reach) =>
  type === 'telegram' ? (linked ?? 0) : clients - noCard

type ReachPanelProps = { type: SentType; reach: ReturnType<typeof useEstimatedReach>; isChosen: boolean }

export function ReachPanel({ type, reach, isChosen }: ReachPanelProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { data, isCounting, hasFailed } = reach
  const people = data ? reachedOf(type, data) : 0
  return (
    <section className={classes.section} style={{ gap: 8 }} aria-label={t('pushes.reach.title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('pushes.reach.title')}{' '}
        <Text span c="dimmed" fw={400} fz="sm">
          ({t('pushes.reach.estimate')})
        </Text>
      </Text>
      <div aria-live="polite" aria-busy={isCounting}>
        {!isChosen && <Text c="dimmed">{t('pushes.reach.choose')}</Text>}
        {isChosen && hasFailed && <Text c="dimmed">{t('pushes.reach.failed')}</Text>}
        {isChosen && !hasFailed && !data && (
          <>
            <span className="k-unseen">{t('pushes.reach.counting')}</span>
            <Bone height={36} width="60%" />
          </>
        )}
        {isChosen && !hasFailed && data && (
          <div style={{ opacity: isCounting ? 0.6 : 1 }}>
            <div className="k-number" style={{ font: '600 1.25rem/1.75rem var(--mantine-font-family)' }}>
              {t('pushes.reach.phones', { count: people, n: show.number(people) })}
            </div>
            <Text className="k-small" c="dimmed">
              {t('pushes.reach.of', { n: show.number(data.clients) })}
            </Text>
          </div>
        )}
      </div>
      {isChosen && !hasFailed && data && (
        <dl className={classes.reachRows}>
          {rowsOf(type, data).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{t(`pushes.reach.${name}`)}</dt>
              <dd>{show.number(value)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {isChosen && type === 'text' && <p className={classes.small}>{t('pushes.reach.within')}</p>}
    </section>
  )
}

/** Telegram does not ask for the card on the phone. */
function rowsOf(type: SentType, { clients, apple, google, noCard, linked }: Reach) {
  if (type === 'telegram')
    return [
      ['linked', linked ?? 0],
      ['notLinked', clients - (linked ?? 0)],
    ] as const
  return [
    ['apple', apple],
    ['google', google],
    ['noCard', noCard],
  ] as const
}
