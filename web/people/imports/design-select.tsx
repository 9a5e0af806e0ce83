import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useTemplates } from './data.ts'

type DesignSelectProps = { value: string | null; error: string | undefined; onChange: (id: string | null) => void }

/** The card design of new clients; an archived one only where it was chosen before. */
export function DesignSelect({ value, error, onChange }: DesignSelectProps) {
  const { t } = useTranslation()
  const templates = (useTemplates(useCabinet().id) ?? []).filter((one) => !one.isArchived || one.id === value)
  return (
    <Select
      label={t('imports.options.template')}
      data={templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      error={error}
    />
  )
}
