/** A client made by the business, with the card and the bonus of the code that was given. */
import { ENTERED_FIELD_NAMES } from '../../../contract/people/client-fields.ts'
import { holders as contract, type NewClient } from '../../../contract/reach/holders.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { requireRight } from '../../base/member-rights.ts'
import { refusals } from '../../base/refusal.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { emptyFields, getClient, nameOfClient } from '../../people/clients/clients.ts'
import { createClient, type NewFacts } from '../../reach/holders/holders.ts'
import { giveBonuses, readOffers } from '../../reach/marketplace/marketplace.ts'
import { callerAsSource } from '../clients/clients.ts'

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
export async function makeClient(ctx: CabinetCtx, input: Omit<NewClient, 'requestKey'>): Promise<string> {
  const { app, db } = ctx
  const now = app.clock.now()
  if ([...ENTERED_FIELD_NAMES, 'tel' as const, 'email' as const].every((name) => !input[name]))
    throw refuse('invalid_input', {}, { name: { code: 'client_nameless' } })
  const facts = await factsOf(ctx, input)
  if (facts.balanceMinor !== 0 || facts.bonusMinor !== 0 || facts.discountHundredths !== 0)
    requireRight(ctx.cabinet, 'amounts')
  const { code, forAll } = await readOffers(db, facts.promoCode, now)
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
  await giveBonuses(app, db, { client: made.client, code, forAll }, now)
  return made.client.id
}
