/** Calls of the named links of a form. */
import { useTranslation } from 'react-i18next'
import { formLinks } from '../../../contract/people/form-links.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const refresh = [formLinks.listLinks]

export function useLinks(c: number, formKey: string) {
  return useRead(formLinks.listLinks, { params: { c, formKey } })
}

/** @param onRefused returns true when the drawer shows the refusal itself */
export function useCreateLink(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(formLinks.createLink, { refresh, form, done: t('links.form.done'), onRefused })
}

export function useRenameLink(form: ErrorForm) {
  const { t } = useTranslation()
  return useWrite(formLinks.saveLink, { refresh, form, done: t('links.rename.done') })
}

/** Counts a link again, or no more. */
export function useSwitchLink() {
  const { t } = useTranslation()
  return useWrite(formLinks.saveLink, {
    refresh,
    done: ({ name, isOn }) => t(isOn ? 'links.on.done' : 'links.off.done', { name }),
  })
}

export function useRemoveLink(name: string) {
  const { t } = useTranslation()
  return useWrite(formLinks.removeLink, { refresh, done: t('links.remove.done', { name }) })
}
