/** Changes of a client with everything that follows: the card, the welcome bonus, what the CRM says. */
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { answer } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { amountsKeptThere } from '../../business/integration/integration.ts'
import { getClient, listErasures } from '../../people/clients/clients.ts'
import {
  archiveClient,
  bringBackClient,
  changeAmount,
  doOnce,
  makeMainCard,
  restoreCard,
  withdrawCard,
} from '../../reach/holders/holders.ts'
import { callerAsSource, cardsOf, wholeClient } from '../clients/clients.ts'
import { emailCardLink } from './email-link.ts'
import { eraseClient, previewErasure, withWaiting } from './erase.ts'
import { makeClient } from './make-client.ts'
import { mergeClients, previewMerge, undoMerge } from './merge.ts'
import { exportPerson } from './person-file.ts'
import { upsertClient } from './upsert.ts'

const contract = { ...holders, ...erasures, ...merges }
const refuse = refusals(contract)

export const answered = answer(contract, {
  async createClient(ctx, { body: { requestKey, ...input } }) {
    const { clientId } = await doOnce(
      ctx.db,
      { key: requestKey, asked: { create: input } },
      ctx.app.clock.now(),
      async () => ({ clientId: await makeClient(ctx, input), eventId: null }),
    )
    return wholeClient(ctx, await getClient(ctx.db, clientId))
  },
  async makeMainCard(ctx, { params }) {
    const client = await getClient(ctx.db, params.id)
    await makeMainCard(ctx.app, ctx.db, params.id, params.cardId)
    return cardsOf(ctx, client)
  },
  async withdrawCard(ctx, { params }) {
    const client = await getClient(ctx.db, params.id)
    await withdrawCard(ctx.app, ctx.db, params.id, params.cardId)
    return cardsOf(ctx, client)
  },
  upsertClient: (ctx, { body }) => upsertClient(ctx, body),
  async restoreCard(ctx, { params }) {
    const client = await getClient(ctx.db, params.id)
    await restoreCard(ctx.app, ctx.db, params.id, params.cardId)
    return cardsOf(ctx, client)
  },
  emailCardLink: (ctx, { params, body }) => emailCardLink(ctx, params.id, body.cardId),
  async changeAmount(ctx, { params, body }) {
    if ((await amountsKeptThere(ctx.db, params.id)).has(body.kind)) throw refuse('amount_of_crm')
    const { client, event, isRepeat } = await changeAmount(ctx.app, ctx.db, params.id, body, callerAsSource(ctx))
    return {
      event: event && { ...event, at: event.at.toISOString() },
      balanceMinor: client.balance_minor,
      bonusMinor: client.bonus_minor,
      discountHundredths: client.discount_hundredths,
      isRepeat,
    }
  },
  async archiveClient(ctx, { params }) {
    await archiveClient(ctx.app, ctx.db, params.id)
    return wholeClient(ctx, await getClient(ctx.db, params.id))
  },
  async bringBackClient(ctx, { params }) {
    await bringBackClient(ctx.app, ctx.db, params.id)
    return wholeClient(ctx, await getClient(ctx.db, params.id))
  },
  previewMerge: ({ db }, { params, query }) => previewMerge(db, params.id, query.client),
  mergeClients: (ctx, { params, body }) => mergeClients(ctx, params.id, body.client),
  undoMerge: (ctx, { params, body }) => undoMerge(ctx, params.id, body.client),
  previewErasure: (ctx, { params }) => previewErasure(ctx.db, params.id),
  eraseClient: (ctx, { params, body }) => eraseClient(ctx, params.id, body),
  async listErasures({ db }, { query }) {
    const { data, meta } = await listErasures(db, query)
    return { data: await withWaiting(db, data), meta }
  },
  exportPerson: (ctx, { params, query }) => exportPerson(ctx, params.id, query.format),
})
