/** The screens of clients: each client with the card, the form, friends and the state in the CRM. */
import { clients as contract } from '../../../contract/people/clients.ts'
import { answer, type CabinetCtx } from '../../base/answer.ts'
import { requireRight } from '../../base/member-rights.ts'
import { findFormById } from '../../people/forms/forms.ts'
import { clientSyncStates } from '../../business/integration/integration.ts'
import * as passes from '../../reach/passes/passes.ts'
import { countFriends, findInviter } from '../../reach/marketplace/marketplace.ts'
import * as pushes from '../../reach/pushes/pushes.ts'
import * as clients from '../../people/clients/clients.ts'
import { saveClient } from '../../reach/holders/holders.ts'
import { conditionsOf } from './clients.ts'

async function wholeClient({ app, db, cabinet }: CabinetCtx, row: clients.StoredClient) {
  const pass = await passes.passOfClient(db, row.id)
  const devices = pass ? await passes.devicesOf(db, pass) : []
  const form = row.form_id ? await findFormById(db, row.form_id) : undefined
  return {
    ...clients.rowReply(row),
    installs: [...new Set(devices.map((device) => device.wallet))],
    inviteCode: row.invite_code,
    inviter: await findInviter(db, row.id),
    friends: await countFriends(db, row.id),
    sync: (await clientSyncStates(db, [row.id])).get(row.id) ?? null,
    cardTrack: row.card_track,
    version: row.version,
    cardUrl: pass ? passes.installUrl(app, cabinet.domain, cabinet.id, pass.id) : null,
    devices,
    form: form ? { formKey: form.form_key, name: form.name } : null,
    consentAt: row.consent_at?.toISOString() ?? null,
  }
}

const { balanceHistory: _balanceHistory, issuedByDay: _issuedByDay, ...composed } = contract

export const answered = answer(composed, {
  async listClients({ db, app }, { query: { segment, platform, ...query } }) {
    const now = app.clock.now()
    const among = await conditionsOf(db, { segment, platform }, now)
    const { data, meta } = await clients.listClients(db, { ...query, among }, now)
    const ids = data.map((row) => row.id)
    const [wallets, states] = [await passes.walletsOfClients(db, ids), await clientSyncStates(db, ids)]
    return {
      data: data.map((row) => ({
        ...row,
        installs: wallets.get(row.id) ?? [],
        sync: states.get(row.id) ?? null,
      })),
      meta,
    }
  },
  readClient: async (ctx, { params }) => wholeClient(ctx, await clients.getClient(ctx.db, params.id)),
  async saveClient(ctx, { params, body }) {
    if (clients.changesAmounts(await clients.getClient(ctx.db, params.id), body)) requireRight(ctx.cabinet, 'amounts')
    return wholeClient(ctx, await saveClient(ctx.app, ctx.db, params.id, body, ctx.user.userId))
  },
  pushHistory: (ctx, { params, query }) => pushes.pushHistory(ctx.db, params.id, query),
  sendMessage: (ctx, { params, body }) => pushes.sendToClient(ctx.app, ctx.db, params.id, body.message),
})
