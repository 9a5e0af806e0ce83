/** A client as another program knows it: by the phone number, which it writes in its own way. */
import { isDeepStrictEqual } from 'node:util'
import type { ReplyOf } from '../../../contract/call.ts'
import type { ClientByPhone, holders as contract } from '../../../contract/reach/holders.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { getClient, rowReply } from '../../people/clients/clients.ts'
import { holdByPhone, saveClient } from '../../reach/holders/holders.ts'
import { callerAsSource, wholeClient } from '../clients/clients.ts'
import { makeClient } from './make-client.ts'

/** @throws Refusal what saving and creating a client refuse */
export async function upsertClient(
  ctx: CabinetCtx,
  input: ClientByPhone,
): Promise<ReplyOf<typeof contract.upsertClient>> {
  const known = await holdByPhone(ctx.db, input.tel)
  if (known === undefined) {
    const id = await makeClient(ctx, input)
    return { client: await wholeClient(ctx, await getClient(ctx.db, id)), isNew: true }
  }
  const before = await getClient(ctx.db, known)
  // The number that found the client stays as it is: of a merged one it is another than that of the one who stays.
  const { lang: _lang, tel: _tel, extra = {}, ...given } = input
  const saved = { ...rowReply(before), template: before.template_id }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const wanted = { ...saved, ...present, extra: { ...before.extra, ...extra } }
  // The same again is no change: the card is not sent to the phone for nothing.
  const client = isDeepStrictEqual(wanted, saved)
    ? before
    : await saveClient(ctx.app, ctx.db, known, { ...wanted, extra, version: before.version }, callerAsSource(ctx))
  return { client: await wholeClient(ctx, client), isNew: false }
}
