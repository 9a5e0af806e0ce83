import { useTranslation } from 'react-i18next'
import type { Erasure } from '../../../contract/reach/erasures.ts'
import { useShow } from '../../base/show.ts'

/** What a record of erasure says, in words. */
export function useErasureText() {
  const { t } = useTranslation()
  const show = useShow()
  return {
    done: ({ done }: Erasure) =>
      t('holders.erase.what', {
        history: show.number(done.history),
        events: show.number(done.events),
        messages: show.number(done.messages),
        requests: show.number(done.requests),
        sms: show.number(done.sms),
        files: show.number(done.files),
        crm: show.number(done.crm),
        typed: show.number(done.typed),
      }),
    wallets: ({ waiting }: Erasure) =>
      waiting.length === 0
        ? t('holders.erase.withdrawn')
        : t('holders.erase.waiting', { wallets: waiting.map((wallet) => t(`clients.wallets.${wallet}`)).join(', ') }),
  }
}
