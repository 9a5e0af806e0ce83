/** Changes of a client with everything that follows: the card, the welcome bonus, what the CRM says. */
import { ENTERED_FIELD_NAMES } from '../../../contract/people/client-fields.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders, type NewClient } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { answer, type CabinetCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { requireRight } from '../../base/member-rights.ts'
import { refusals } from '../../base/refusal.ts'
import { amountsKeptThere } from '../../business/integration/integration.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { emptyFields, getClient, listErasures, nameOfClient } from '../../people/clients/clients.ts'
import {
  archiveClient,
  bringBackClient,
  changeAmount,
  createClient,
  doOnce,
  makeMainCard,
  type NewFacts,
  withdrawCard,
} from '../../reach/holders/holders.ts'
import { giveBonuses, readCode } from '../../reach/marketplace/marketplace.ts'
import { callerAsSource, cardsOf, wholeClient } from '../clients/clients.ts'
import { emailCardLink } from './email-link.ts'
import { eraseClient, previewErasure, withWaiting } from './erase.ts'
import { mergeClients, previewMerge, undoMerge } from './merge.ts'
import { exportPerson } from './person-file.ts'

const contract = { ...holders, ...erasures, ...merges }
const refuse = refusals(contract)

async function factsOf({ db, lang }: CabinetCtx, input: Omit<NewClient, 'requestKey'>): Promise<NewFacts> {
  const template = input.template ?? (await defaultTemplateId(db))
  return {
    ...emptyFields(),
    birthday: null,
    sex: null,
    email: '',
    tel: '',
    balanceMinor: 0,
    bonusMinor: 0,
    discountHundredths: 0,
    promoCode: '',
    extra: {},
    lang,
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    template,
  }
}

/** @throws Refusal template_not_found in a business that has no card yet */
async function defaultTemplateId(db: CabinetDb): Promise<string> {
  const template = (await templateNames(db)).find((one) => one.is_default)
  if (!template) throw refuse('template_not_found')
  return template.id
}

/** @throws Refusal invalid_input for nobody, phone_taken, card_limit, promo_unknown and what `createClient` refuses */
async function makeClient(ctx: CabinetCtx, input: Omit<NewClient, 'requestKey'>): Promise<string> {
  const { app, db } = ctx
  const now = app.clock.now()
  if ([...ENTERED_FIELD_NAMES, 'tel' as const, 'email' as const].every((name) => !input[name]))
    throw refuse('invalid_input', {}, { name: { code: 'client_nameless' } })
  const facts = await factsOf(ctx, input)
  if (facts.balanceMinor !== 0 || facts.bonusMinor !== 0 || facts.discountHundredths !== 0)
    requireRight(ctx.cabinet, 'amounts')
  const code = await readCode(db, facts.promoCode, now)
  if (code.kind === 'unknown') throw refuse('promo_unknown', {}, { promoCode: { code: 'promo_unknown' } })
  const made = await createClient(app, db, facts, callerAsSource(ctx))
  if (made.kind === 'full') throw refuse('card_limit')
  if (made.kind === 'known') {
    const known = await getClient(db, made.id)
    throw refuse(
      'phone_taken',
      { client: known.id, name: nameOfClient(known), cardNumber: known.card_number },
      { tel: { code: 'phone_taken' } },
    )
  }
  await giveBonuses(app, db, { client: made.client, isNew: true, code }, now)
  return made.client.id
}

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
    await getClient(ctx.db, params.id)
    await makeMainCard(ctx.app, ctx.db, params.id, params.cardId)
    return cardsOf(ctx, params.id)
  },
  async withdrawCard(ctx, { params }) {
    await getClient(ctx.db, params.id)
    await withdrawCard(ctx.app, ctx.db, params.id, params.cardId)
    return cardsOf(ctx, params.id)
  },
  emailCardLink: (ctx, { params }) => emailCardLink(ctx, params.id),
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
