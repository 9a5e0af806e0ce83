import { Checkbox, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
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
}

/** Which clients get the message. */
export function Audience({ templates, chosen, onChange, isDisabled }: AudienceProps) {
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
    <Checkbox.Group label={t('pushes.editor.templates')} value={[...chosen]} onChange={onChange}>
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

/**
 * How many clients get it, half a second after the last change. If the estimate fails, the editor works without it.
 */
export function useEstimatedReach(c: number, templates: readonly string[], segment: string | null) {
  const key = templates.length === 0 ? '' : [segment ?? '', ...[...templates].sort()].join()
  const [rested] = useDebouncedValue(key, REACH_PAUSE_MS)
  const [ofSegment = '', ...ofTemplates] = rested.split(',')
  const read = useReach(c, ofTemplates, ofSegment || null)
  const isCounting = key !== '' && (rested !== key || read.isFetching)
  const data = key === '' ? undefined : read.data
  return {
    data,
    isCounting,
    hasFailed: key !== '' && read.isError && !isCounting,
    people: data && !isCounting ? data.clients - data.noCard : undefined,
  }
}

export function ReachPanel({ reach, isChosen }: { reach: ReturnType<typeof useEstimatedReach>; isChosen: boolean }) {
  const { t } = useTranslation()
  const show = useShow()
  const { data, isCounting, hasFailed } = reach
  const people = data ? data.clients - data.noCard : 0
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
          <dt>{t('pushes.reach.apple')}</dt>
          <dd>{show.number(data.apple)}</dd>
          <dt>{t('pushes.reach.google')}</dt>
          <dd>{show.number(data.google)}</dd>
          <dt>{t('pushes.reach.noCard')}</dt>
          <dd>{show.number(data.noCard)}</dd>
        </dl>
      )}
      {isChosen && <p className={classes.small}>{t('pushes.reach.within')}</p>}
    </section>
  )
}
