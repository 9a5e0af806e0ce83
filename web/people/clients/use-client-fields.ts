import { useTranslation } from 'react-i18next'
import { clientField, isClientFieldName } from '../../../contract/people/client-fields.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import type { Draft } from './client-draft.ts'
import { useTemplates, useVariables } from './data.ts'

/** Names of a client's fields and their values. */
export function useClientFields(client: Client): DraftFields {
  const { t } = useTranslation()
  const show = useShow()
  const points = usePoints()
  const { id: c } = useCabinet()
  const cards = [...(useTemplates(c).data?.templates ?? []), client.template]
  const variables = useVariables(c).data ?? []
  return {
    nameOf: ([field, variable]) =>
      variable === undefined
        ? field === 'bonus'
          ? points.name
          : t(`clients.client.fields.${field as Exclude<keyof Draft, 'extra'>}`)
        : variables.find((one) => one.name === variable)?.description || variable,
    textOf: ([field], value) => {
      if (value === '') return undefined
      if (field === 'template') return cards.find((one) => one.id === value)?.name
      if (field === 'sex') return t(`clients.sex.${value as Exclude<Draft['sex'], ''>}`)
      const isDay =
        field === 'birthday' || (field !== undefined && isClientFieldName(field) && clientField(field).kind === 'date')
      return isDay ? show.date(String(value)) : undefined
    },
  }
}
