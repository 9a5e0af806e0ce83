/** Calls of tags. */
import { clients } from '../../../contract/people/clients.ts'
import { tags } from '../../../contract/people/tags.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useWrite } from '../../base/write.ts'

const STALE = [tags.listTags, clients.listClients, clients.readClient]

export const useSetClientTags = (done: string, onDone: () => void) =>
  useWrite(tags.setClientTags, { done, refresh: STALE, onDone })

export const useCreateTag = (form: ErrorForm, done: string) =>
  useWrite(tags.createTag, { form, done, refresh: [tags.listTags] })

export const useRenameTag = (form: ErrorForm, done: string, onDone: () => void) =>
  useWrite(tags.renameTag, { form, done, refresh: STALE, onDone })

export const useRemoveTag = (done: string) => useWrite(tags.removeTag, { done, refresh: STALE })
