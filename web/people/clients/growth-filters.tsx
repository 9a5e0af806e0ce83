import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Growth } from '../../../contract/people/growth.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import classes from './clients.module.css'
import { useForms, useTemplates } from './data.ts'
import type { GrowthChoice } from './growth-data.ts'
import { useSourceName } from './growth-parts.tsx'

/** What came by a named link has no other source. */
const OTHER: Readonly<Partial<Record<string, Record<string, undefined>>>> = {
  source: { link: undefined },
  link: { source: undefined },
}

type FiltersProps = {
  growth: Growth
  choice: GrowthChoice
  onChange: (change: Record<string, string | undefined>) => void
}

/** Narrows the chart to one form, one design, and one source or named link. */
export function GrowthFilters({ growth, choice, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const nameOfSource = useSourceName()
  const forms = useForms(cabinet.id).data?.forms ?? []
  const templates = useTemplates(cabinet.id).data?.templates ?? []
  const sources = [
    ...new Set(['direct', ...growth.knownSources, ...(choice.query.source === undefined ? [] : [choice.query.source])]),
  ]
  const choices = {
    form: forms.map(({ formKey, name }) => ({ value: formKey, label: name })),
    template: templates.map(({ id, name }) => ({ value: id, label: name })),
    source: sources.map((value) => ({ value, label: nameOfSource(value) })),
    link: growth.knownLinks.map(({ id, name }) => ({ value: id, label: name })),
  }
  const hasLinks = growth.knownLinks.length > 0 || choice.query.link !== undefined
  const names = ['form', 'template', 'source', ...(hasLinks ? ['link' as const] : [])] as const
  return (
    <div className={classes.chartFilters}>
      {names.map((name) => (
        <Select
          key={name}
          label={t(`growth.filters.${name}`)}
          placeholder={t('growth.filters.all')}
          data={choices[name]}
          value={choice.query[name] ?? null}
          onChange={(value) => onChange({ [name]: value ?? undefined, ...(value !== null && OTHER[name]) })}
          searchable={choices[name].length > 8}
          clearable
          clearButtonProps={{ 'aria-label': t('growth.filters.clear', { name: t(`growth.filters.${name}`) }) }}
        />
      ))}
    </div>
  )
}
