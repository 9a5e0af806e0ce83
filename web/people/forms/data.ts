/** Calls of issuing forms: the list, one form, its preview, saving. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { forms, type Form, type FormSettings } from '../../../contract/people/forms.ts'
import { issuing, type PreviewDevice, type PreviewStep } from '../../../contract/reach/issuing.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { queryClient, readKey, fetchNewest, readOptions, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const PREVIEW_WAIT_MS = 300

/** Returns true when the page shows the refusal itself. */
type Refusing = (refused: Refused) => boolean

export function useForms(c: number) {
  return useRead(forms.listForms, { params: { c } })
}

/** Whether cards can be issued at all, which the list of forms does not contain. */
export function useCanIssue(c: number): boolean {
  return useRead(templates.listTemplates, { params: { c } }).data?.areCardsActive ?? true
}

export function useVariables(c: number) {
  return useRead(variables.listVariables, { params: { c } })
}

export function useForm(c: number, formKey: string) {
  return useRead(forms.readForm, { params: { c, formKey } })
}

function keep(c: number, form: Form): void {
  queryClient.setQueryData(readKey(forms.readForm, { params: { c, formKey: form.formKey } }), form)
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, formKey: string): Promise<Form> {
  return fetchNewest(forms.readForm, { params: { c, formKey } })
}

export function useCreateForm(c: number, onRefused: Refusing) {
  const { t } = useTranslation()
  return useWrite(forms.createForm, {
    refresh: [forms.listForms],
    done: t('forms.create.done'),
    onDone: (form) => keep(c, form),
    onRefused,
  })
}

export function useSaveForm(c: number, onRefused: Refusing) {
  const { t } = useTranslation()
  return useWrite(forms.saveForm, {
    refresh: [forms.listForms],
    done: t('forms.editor.saved'),
    onDone: (form) => keep(c, form),
    onRefused,
  })
}

export function useRemoveForm(name: string) {
  const { t } = useTranslation()
  return useWrite(forms.removeForm, {
    refresh: [forms.listForms, templates.listTemplates],
    done: t('forms.remove.done', { name }),
  })
}

export type PreviewAsked = {
  settings: FormSettings
  template: string
  device: PreviewDevice
  step: PreviewStep
  formKey: string
}

/**
 * The public page of the draft, shortly after the last change.
 * @param asked null: there is nothing to show yet
 */
export function usePreview(c: number, asked: PreviewAsked | null) {
  const [settled] = useDebouncedValue(asked && JSON.stringify(asked), PREVIEW_WAIT_MS)
  const input = { params: { c }, body: settled ? (JSON.parse(settled) as PreviewAsked) : ({} as PreviewAsked) }
  return useQuery({
    ...readOptions(issuing.previewForm, input),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 60_000,
  })
}
