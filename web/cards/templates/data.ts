/** Reads and actions of card templates, and what drawing one needs: variables and clients. */
import type { ReplyOf } from '../../../contract/call.ts'
import { forms } from '../../../contract/people/forms.ts'
import { clients } from '../../../contract/people/clients.ts'
import { type Template, templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { isRunning, useJobs, useMissedEnd } from '../../base/jobs.ts'
import { fetchNewest, queryClient, readKey, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const CLIENTS_MAX = 20

export function useTemplates(c: number) {
  return useRead(templates.listTemplates, { params: { c } })
}

export function useTemplate(c: number, uuid: string) {
  return useRead(templates.readTemplate, { params: { c, uuid } })
}

/** Bypasses the cache; used to resolve a version conflict. */
export function readNewest(c: number, uuid: string): Promise<Template> {
  return fetchNewest(templates.readTemplate, { params: { c, uuid } })
}

function keep(c: number, template: Template): void {
  queryClient.setQueryData(readKey(templates.readTemplate, { params: { c, uuid: template.id } }), template)
}

/** Where clients get this card; null while no form gives it. */
export function useFormUrl(c: number, uuid: string): string | null {
  const list = useRead(forms.listForms, { params: { c } }).data?.forms
  return list?.find((one) => one.template.id === uuid && one.isOpen)?.url ?? null
}

export function useCreateTemplate(
  c: number,
  options: { onDone: (template: Template) => void; onRefused: (refused: Refused) => boolean },
) {
  return useWrite(templates.createTemplate, {
    refresh: [templates.listTemplates],
    onRefused: options.onRefused,
    onDone: (template) => {
      keep(c, template)
      options.onDone(template)
    },
  })
}

export function useCopyTemplate(c: number, onDone: (template: Template) => void) {
  return useWrite(templates.copyTemplate, {
    refresh: [templates.listTemplates],
    onDone: (template) => {
      keep(c, template)
      onDone(template)
    },
  })
}

export function useSaveTemplate(c: number, onRefused: (refused: Refused) => boolean) {
  return useWrite(templates.saveTemplate, {
    refresh: [templates.listTemplates],
    onRefused,
    onDone: (template) => keep(c, template),
  })
}

export function useRemoveTemplate(options: {
  done: string
  onDone?: () => void
  onRefused: (refused: Refused) => boolean
}) {
  return useWrite(templates.removeTemplate, { ...options, refresh: [templates.listTemplates] })
}

export function useArchive() {
  return useWrite(templates.archiveTemplate, {
    refresh: [templates.listTemplates, templates.readTemplate, forms.listForms],
  })
}

export function useMakeDefault() {
  return useWrite(templates.makeDefault, { refresh: [templates.listTemplates, templates.readTemplate] })
}

export type UpdateStatus = ReplyOf<typeof templates.updateStatus>

export const isUpdating = (status: UpdateStatus | undefined) =>
  status?.state === 'queue' || status?.state === 'in_progress'

const OF_UPDATE = [templates.updateStatus]

/** The update of issued cards as last read; how far it is comes from the list of running work. */
export function useUpdateStatus(c: number) {
  const read = useRead(templates.updateStatus, { params: { c } })
  useMissedEnd(c, 'cards', isUpdating(read.data), OF_UPDATE)
  return read
}

/** @returns how many of the cards are updated */
export function useUpdatedCards(c: number, { done, total }: UpdateStatus): { done: number; total: number } {
  const job = useJobs(c)?.find((one) => one.kind === 'cards' && isRunning(one))
  return job ?? { done, total }
}

/** Starts the update. A toast shows when one is scheduled already. */
export function useUpdateCards(done: (cards: number) => string) {
  return useWrite(templates.updateCards, { done: ({ cards }) => done(cards), refresh: [templates.updateStatus] })
}

/** Variables that a text of a card may contain. */
export function useVariables(c: number) {
  return useRead(variables.listVariables, { params: { c } })
}

/** The latest clients, to draw a card with real data. */
export function useLatestClients(c: number) {
  return useRead(clients.listClients, { params: { c }, query: { limit: CLIENTS_MAX } })
}

/** @param id empty: the sample client, nothing is requested */
export function useClient(c: number, id: string) {
  return useRead(clients.readClient, id === '' ? null : { params: { c, id } })
}
