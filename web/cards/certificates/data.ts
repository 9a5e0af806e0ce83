/** Reads and actions of the certificates that sign the cabinet's cards. */
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { type AppleCertificate, certificates } from '../../../contract/cards/certificates.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

/** The banners, the checklist and the creation of forms depend on the certificate. */
const TOUCHED = [cabinets.openCabinet, cabinets.statusBar, cabinets.dashboard, templates.listTemplates] as const

export function useApple(c: number) {
  return useRead(certificates.readApple, { params: { c } })
}

const keep = (c: number) => (reply: AppleCertificate) => {
  queryClient.setQueryData(readKey(certificates.readApple, { params: { c } }), reply)
}

/** @param onRefused returns true when the page shows the refusal itself */
export function useUpload(c: number, onRefused: (refused: Refused) => boolean) {
  return useWrite(certificates.uploadApple, { onDone: keep(c), onRefused })
}

export function useUploadIssued(c: number, onRefused: (refused: Refused) => boolean) {
  return useWrite(certificates.uploadIssued, { onDone: keep(c), onRefused })
}

export function useMakeRequest(c: number) {
  const { t } = useTranslation()
  return useWrite(certificates.makeRequest, { onDone: keep(c), done: t('certificates.apple.request.made') })
}

export function useDeleteRequest(c: number, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(certificates.deleteRequest, {
    onDone: keep(c),
    onRefused,
    done: t('certificates.apple.request.removed'),
  })
}

export function useActivate(c: number) {
  const { t } = useTranslation()
  return useWrite(certificates.activateApple, {
    onDone: keep(c),
    refresh: TOUCHED,
    done: t('certificates.apple.pending.activated'),
  })
}

export function useActivateTest(c: number) {
  const { t } = useTranslation()
  return useWrite(certificates.activateTest, {
    onDone: keep(c),
    refresh: TOUCHED,
    done: t('certificates.apple.test.started'),
  })
}

export function useRemovePassType(c: number, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(certificates.removePassType, {
    onRefused,
    onDone: keep(c),
    refresh: TOUCHED,
    done: t('certificates.apple.test.removed'),
  })
}
