/** The coffee house in the marketplace: promo codes of every kind, and guests who brought friends. */
import type { FormSettings } from '../contract/people/forms.ts'
import { DAY_MS, moscowDay } from '../contract/time.ts'
import type { CabinetDb } from '../server/base/db.ts'
import type { App } from '../server/base/app.ts'
import { clientsByIds, listClients } from '../server/people/clients/clients.ts'
import { giveBonuses, readCode, saveModule } from '../server/reach/marketplace/marketplace.ts'

const NEWEST = 14

/** The form's settings with a field for the promo code at the end. */
export function withPromoField(settings: FormSettings): FormSettings {
  return {
    ...settings,
    fields: [
      ...settings.fields,
      {
        key: 'promo',
        type: 'string',
        label: 'Promo code',
        variableName: 'promo',
        required: false,
        active: true,
        errorMessage: '',
        regularExpression: '',
        values: [],
        checked: false,
        mask: 'world',
      },
    ],
  }
}

export async function seedMarketplace(app: App, db: CabinetDb, domain: string): Promise<void> {
  const now = app.clock.now()
  const day = (ahead: number) => moscowDay(new Date(now.getTime() + ahead * DAY_MS))
  const asked = { app, db, cabinet: { domain }, lang: 'en' as const }
  const row = { id: null, code: '', bonusMinor: 0, inviterMinor: 0, invitedMinor: 0, max: null, endsOn: null }
  await saveModule(asked, 'welcome', {
    isActive: true,
    version: 0,
    promos: [
      { ...row, code: 'HELLO', bonusMinor: 5_00, max: 200, startsOn: day(-30), endsOn: day(45) },
      { ...row, code: 'OPENING-WEEK', bonusMinor: 10_00, startsOn: day(-120), endsOn: day(-113) },
      { ...row, bonusMinor: 1_00, startsOn: day(10), endsOn: day(17) },
    ],
  })
  await saveModule(asked, 'referral', {
    isActive: true,
    version: 0,
    promos: [{ ...row, inviterMinor: 5_00, invitedMinor: 3_00, max: 10, startsOn: day(-30) }],
  })
  const { data: rows } = await listClients(db, { page: 1, limit: NEWEST, q: '', o: 'created', d: 'desc' }, now)
  // The newest guests came with the code, or through a friend who was there before them.
  const guests = (
    await clientsByIds(
      db,
      rows.map((one) => one.id),
    )
  ).toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
  for (const [index, client] of guests.entries()) {
    const host = guests[Math.floor(index / 4)]
    const code = index % 2 === 0 ? 'HELLO' : host && host !== client ? host.invite_code : ''
    await giveBonuses(app, db, { client, isNew: true, code: await readCode(db, code, now) }, client.created_at)
  }
}
