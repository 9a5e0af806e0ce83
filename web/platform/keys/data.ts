/** Reads and actions of the cabinet's API keys. */
import { useTranslation } from 'react-i18next'
import { keys } from '../../../contract/platform/keys.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

const USAGE_EVERY_MS = 30_000

/** @param isOwner only the owner may read them */
export function useKeys(c: number, isOwner: boolean) {
  return useRead(keys.listKeys, isOwner ? { params: { c } } : null)
}

export function useUsage(c: number) {
  return useRead(keys.readUsage, { params: { c } }, { everyMs: USAGE_EVERY_MS })
}

/** @param onRefused returns true when the drawer shows the refusal itself */
export function useCreateKey(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  return useWrite(keys.createKey, { refresh: [keys.listKeys], form, onRefused })
}

/** @param onRefused returns true when the dialog shows the refusal itself */
export function useRotateKey(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  return useWrite(keys.rotateKey, { refresh: [keys.listKeys], form, onRefused })
}

export function useRenameKey(form: ErrorForm) {
  const { t } = useTranslation()
  return useWrite(keys.renameKey, { refresh: [keys.listKeys], form, done: t('keys.rename.done') })
}

export function useRevokeKey(name: string) {
  const { t } = useTranslation()
  return useWrite(keys.revokeKey, { refresh: [keys.listKeys, keys.readUsage], done: t('keys.revoke.done', { name }) })
}
