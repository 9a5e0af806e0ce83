/** Reads and actions of the sender of emails. */
import { useTranslation } from 'react-i18next'
import { emails } from '../../../contract/platform/emails.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'

export function useSender(c: number) {
  return useRead(emails.readSender, { params: { c } })
}

export function useSaveSender(form: ErrorForm) {
  const { t } = useTranslation()
  return useWrite(emails.saveSender, {
    refresh: [emails.readSender, emails.previewEmail],
    form,
    done: ({ waiting }) =>
      waiting && !waiting.isOver ? t('emails.sender.savedAndSent', { email: waiting.email }) : t('emails.sender.saved'),
  })
}

export function useResend(email: string) {
  const { t } = useTranslation()
  return useWrite(emails.resendConfirmation, {
    refresh: [emails.readSender],
    done: t('emails.sender.sentAgain', { email }),
  })
}

/** @param shown null: the typed sender is not valid, nothing is requested */
export function usePreview(c: number, shown: InputOf<typeof emails.previewEmail>['query'] | null) {
  return useRead(emails.previewEmail, shown && { params: { c }, query: shown }, { keepRows: true })
}

export function useSendTest() {
  const { t } = useTranslation()
  return useWrite(emails.sendTest, { done: ({ email }) => t('emails.test.sent', { email }) })
}
