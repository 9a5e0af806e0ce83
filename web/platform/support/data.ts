/** Reads and actions of the user's conversations with support. */
import { useTranslation } from 'react-i18next'
import { support } from '../../../contract/platform/support.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import type { Refused } from '../../base/refused.ts'

const OWN = [support.about, support.listConversations, support.readConversation] as const
const ASK_AGAIN_MS = 5 * 60_000

export function useAbout(isWanted = true) {
  return useRead(support.about, isWanted ? {} : null, { everyMs: ASK_AGAIN_MS })
}

export function useConversations(limit: number) {
  return useRead(support.listConversations, { query: { limit } }, { keepRows: true })
}

export function useConversation(uuid: string) {
  return useRead(support.readConversation, { params: { uuid } })
}

export function useOwnPicture(uuid: string) {
  return useRead(support.readScreenshot, { params: { uuid } })
}

export function useAsk(form: ErrorForm) {
  const { t } = useTranslation()
  return useWrite(support.ask, { form, refresh: OWN, done: t('support.sent') })
}

export function useWriteMore(onRefused: (refused: Refused) => boolean) {
  return useWrite(support.writeMore, { refresh: OWN, onRefused })
}

export function useMarkRead() {
  return useWrite(support.markRead, { refresh: [support.about, support.listConversations], onRefused: () => true })
}

/** Faults of a picture are shown below it. */
export function useUploadPicture(onRefused: (refused: Refused) => boolean) {
  return useWrite(support.uploadScreenshot, { onRefused })
}
