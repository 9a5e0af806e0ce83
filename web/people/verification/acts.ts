/** Calls that change the account's own SMS. */
import { useTranslation } from 'react-i18next'
import { verification } from '../../../contract/people/verification.ts'
import type { ErrorForm } from '../../base/form.ts'
import { queryClient, readKey } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export function useCheck(form: ErrorForm) {
  return useWrite(verification.checkProvider, { form })
}

/** @param onRefused returns true when the form shows the refusal */
export function useSaveProvider(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(verification.saveProvider, {
    form,
    done: t('verification.check.saved'),
    refresh: [verification.readProvider, verification.readBalance],
    onRefused,
    // The balance was just read with the check.
    onDone: ({ check }, { params }) => queryClient.setQueryData(readKey(verification.readBalance, { params }), check),
  })
}

export function useRemoveProvider() {
  const { t } = useTranslation()
  return useWrite(verification.removeProvider, {
    done: t('verification.remove.done'),
    refresh: [verification.readProvider],
  })
}

export function useSaveTexts(form: ErrorForm, done: string) {
  return useWrite(verification.saveTexts, { form, done, refresh: [verification.readTexts] })
}

/** @param onRefused returns true when the form shows the refusal */
export function useSendTest(onRefused: (refused: Refused) => boolean) {
  return useWrite(verification.sendTestSms, {
    refresh: [verification.listSms, verification.readTexts, verification.readProvider],
    onRefused,
  })
}
