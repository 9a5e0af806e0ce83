/** Reads and acts of the sender of letters. */
import { useTranslation } from 'react-i18next'
import { letters } from '../../../contract/platform/emails.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

export function useSender(c: number) {
  return useRead(letters.readSender, { params: { c } })
}

export function useSaveSender(form: ErrorForm) {
  const { t } = useTranslation()
  return useWrite(letters.saveSender, {
    refresh: [letters.readSender, letters.previewLetter], form,
    done: ({ waiting }) => (waiting && !waiting.isOver ? t('letters.sender.savedAndSent', { email: waiting.email }) : t('letters.sender.saved')),
  })
}

export function useResend(email: string) {
  const { t } = useTranslation()
  return useWrite(letters.resendConfirmation, { refresh: [letters.readSender], done: t('letters.sender.sentAgain', { email }) })
}

/** @param shown null waits: what is typed cannot be a sender */
export function usePreview(c: number, shown: InputOf<typeof letters.previewLetter>['query'] | null) {
  return useRead(letters.previewLetter, shown && { params: { c }, query: shown }, { keepRows: true })
}

export function useSendTest() {
  const { t } = useTranslation()
  return useWrite(letters.sendTest, { done: ({ email }) => t('letters.test.sent', { email }) })
}
