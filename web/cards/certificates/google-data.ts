/** Reads and actions of the issuer at Google Wallet. */
import { useTranslation } from 'react-i18next'
import { type GoogleIssuer, issuers } from '../../../contract/cards/issuers.ts'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export const useGoogle = (c: number) => useRead(issuers.readGoogle, { params: { c } })

const keep = (c: number) => (reply: GoogleIssuer) => {
  queryClient.setQueryData(readKey(issuers.readGoogle, { params: { c } }), reply)
}

/** @param onRefused returns true when the form shows the refusal itself */
export function useSaveGoogle(c: number, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(issuers.saveGoogle, { onDone: keep(c), onRefused, done: t('certificates.google.saved') })
}

export function useActivateGoogle(c: number) {
  const { t } = useTranslation()
  return useWrite(issuers.activateGoogle, {
    onDone: keep(c),
    done: (reply) => t(reply.state === 'in_queue' ? 'certificates.google.queued' : 'certificates.google.activated'),
  })
}

export function useSendGmailCode(onRefused: (refused: Refused) => boolean) {
  return useWrite(issuers.sendGmailCode, { onRefused })
}
