/** The screens of clients: each client with the card, the form, friends and the state in the CRM. */
import { clients as contract } from '../../../contract/people/clients.ts'
import { changes } from '../../../contract/people/changes.ts'
import { tags } from '../../../contract/people/tags.ts'
import { answer } from '../../base/answer.ts'
import { requireRight } from '../../base/member-rights.ts'
import { refusals } from '../../base/refusal.ts'
import { amountsKeptThere, syncStateInRow } from '../../business/integration/integration.ts'
import { canSign } from '../../cards/certificates/certificates.ts'
import { handOver } from '../../reach/issuing/issuing.ts'
import * as passes from '../../reach/passes/passes.ts'
import * as pushes from '../../reach/pushes/pushes.ts'
import * as clients from '../../people/clients/clients.ts'
import { segmentsWithTag } from '../../people/segments/segments.ts'
import { saveClient } from '../../reach/holders/holders.ts'
import { messageChannels, messageHistory, sendMessageBy } from './messages.ts'
import { listChanges, callerAsSource, listedOf, walletsReply, wholeClient } from './clients.ts'

const refuse = refusals(contract)
const { balanceHistory: _balanceHistory, ...composed } = contract

export const answered = answer(
  { ...composed, ...changes, removeTag: tags.removeTag },
  {
    async listClients({ db, app }, { query: { segment, platform, crm, ...query } }) {
      const now = app.clock.now()
      const listed = await listedOf(db, { segment, platform, crm, ...query }, now)
      const others = { wallets: passes.walletsInRow, sync: syncStateInRow(db) }
      const { data, meta } = await clients.listClientsWith(db, { ...query, ...listed }, now, others)
      return {
        data: data.map(({ reply, others: { wallets, sync } }) => ({
          ...reply,
          ...walletsReply(wallets && { ...wallets, removedAt: wallets.removedAt ? new Date(wallets.removedAt) : null }),
          sync,
        })),
        meta,
      }
    },
    listChanges: ({ db }, { query }) => listChanges(db, query),
    readClient: async (ctx, { params }) => wholeClient(ctx, await clients.getClient(ctx.db, params.id)),
    async saveClient(ctx, { params, body }) {
      const changed = clients.changedAmounts(await clients.getClient(ctx.db, params.id), body)
      if (changed.length > 0) {
        requireRight(ctx.cabinet, 'amounts')
        const kept = await amountsKeptThere(ctx.db, params.id)
        if (changed.some((kind) => kept.has(kind))) throw refuse('amount_of_crm')
      }
      return wholeClient(ctx, await saveClient(ctx.app, ctx.db, params.id, body, callerAsSource(ctx)))
    },
    async handOver({ app, db, cabinet }, { params, body }) {
      const client = await clients.getClient(db, params.id)
      if (!(await canSign(app, db))) throw refuse('cards_not_active')
      const card = await passes.cardToSend(app, db, client, body.cardId)
      if (!card) throw refuse('card_not_found')
      return handOver(app, db, cabinet.domain, card)
    },
    async removeTag({ app, db }, { params }) {
      await clients.removeTag(app, db, params.tagId, async () => [
        ...(await segmentsWithTag(db, params.tagId)),
        ...(await clients.viewsFilteredBy(db, 'tag', [params.tagId])).map(({ name }) => name),
      ])
      return {}
    },
    pushHistory: (ctx, { params, query }) => messageHistory(ctx.db, params.id, query),
    messageChannels: (ctx, { params }) => messageChannels(ctx, params.id),
    sendByChannel: (ctx, { params, body }) => sendMessageBy(ctx, params.id, body),
    sendMessage: (ctx, { params, body }) => pushes.sendToClient(ctx.app, ctx.db, params.id, body.message),
  },
)
