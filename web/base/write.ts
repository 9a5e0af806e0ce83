/** Changes on the server: one hook for any call that writes. */
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cabinets } from '../../contract/platform/cabinets.ts'
import type { Call, ReplyOf, SendInputOf } from '../../contract/call.ts'
import { users } from '../../contract/platform/users.ts'
import { applyFields, type ErrorForm } from './form.ts'
import { refresh } from './query.ts'
import { type Refused, refusedOf } from './refused.ts'
import { send, type SendArgs } from './send.ts'
import { toastDone, toastRefused } from './toast.ts'
import { raiseBanner } from './account-banner.ts'

type WriteOptions<C extends Call> = {
  /** Gets the field errors of a refusal instead of a toast. */
  form?: ErrorForm
  /** Form path of a field where it differs from the call's. */
  rename?: Readonly<Record<string, string>>
  /** Sentence of the toast after success; left out when the screen itself shows it. */
  done?: string | ((reply: ReplyOf<C>) => string | undefined)
  /** Reads that are stale after this change. */
  refresh?: readonly Call[]
  onDone?: (reply: ReplyOf<C>, input: SendInputOf<C>) => void
  /** Returns true when the refusal is shown in its place (banner, dialog, field) instead of a toast. */
  onRefused?: (refused: Refused, input: SendInputOf<C>) => boolean | undefined
}

export type Write<C extends Call> = {
  /** Sends; the hook shows what goes wrong. A second call while busy is ignored. */
  run: (input: SendInputOf<C>) => void
  /** Sends and returns the reply, or undefined when it was refused (and shown). */
  ask: (input: SendInputOf<C>) => Promise<ReplyOf<C> | undefined>
  isBusy: boolean
  /** The last refusal, until the next call. */
  refused: Refused | null
  reset: () => void
}

export function useWrite<C extends Call>(one: C, options: WriteOptions<C> = {}): Write<C> {
  const { t } = useTranslation()
  const mutation = useMutation<ReplyOf<C>, Error, SendInputOf<C>>({
    mutationKey: [one.path],
    mutationFn: (input) => send(one, ...([input] as unknown as SendArgs<C>)),
    onSuccess: async (reply, input) => {
      const done = typeof options.done === 'function' ? options.done(reply) : options.done
      if (done) toastDone(done)
      if (options.refresh) void refresh(...options.refresh)
      options.onDone?.(reply, input)
    },
    onError: (error, input) => {
      const refused = refusedOf(error, t('refusals.codes.server_error'))
      if (options.onRefused?.(refused, input) === true) return
      if (options.form && applyFields(options.form, refused, options.rename)) return
      // The banner stays in view; the account that is read anew disables what would be refused again.
      if (raiseBanner(refused)) {
        void refresh(cabinets.statusBar, users.me, cabinets.openCabinet)
        // A dialog or a drawer lies over the banner.
        if (document.querySelector('[role=dialog]') !== null) toastRefused(refused)
      } else if (refused.code !== 'unauthorized' && refused.code !== 'offer_not_accepted') toastRefused(refused)
    },
  })
  const ask = async (input: SendInputOf<C>) => {
    if (mutation.isPending) return undefined
    try {
      return await mutation.mutateAsync(input)
    } catch {
      return undefined
    }
  }
  return {
    ask,
    run: (input) => void ask(input),
    isBusy: mutation.isPending,
    refused: mutation.error ? refusedOf(mutation.error, t('refusals.codes.server_error')) : null,
    reset: mutation.reset,
  }
}
