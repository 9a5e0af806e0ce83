/** Codes that prove a phone number: requesting one, and entering it. */
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { codes } from '../../../contract/platform/codes.ts'
import { poll } from '../../../contract/business/poll.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

/** @param onRefused returns true when the refusal is shown in its place */
export function useSendCode(onRefused: (refused: Refused) => boolean) {
  return useWrite(codes.sendCode, { onRefused })
}

/** Seconds to wait when a code was sent to this number a moment ago; that code is still valid. */
export function secondsToWait(refused: Refused): number | undefined {
  return refused.code === 'code_too_soon' ? Number(refused.detail.seconds) : undefined
}

export function useSavePhone(onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(codes.savePhone, { done: t('codes.done'), refresh: [cabinets.readGeneral, poll.readPoll], onRefused })
}
