/** The coffee house in the marketplace: promo codes of every kind, and a bonus for friends. */
import type { FormSettings } from '../contract/people/forms.ts'
import { DAY_MS, moscowDay } from '../contract/time.ts'
import type { App } from '../server/base/app.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { saveModule } from '../server/reach/marketplace/marketplace.ts'

export type Codes = { welcome: Code; referral: Code; max: number }
type Code = { id: string; bonusMinor: number; inviterMinor: number; invitedMinor: number }

/** A friend counts for the inviter up to so many times. */
const FRIENDS_MAX = 10

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

/**
 * @param app of the time when the business began
 * @param now today, around which its other codes run
 */
export async function addCodes(app: App, db: CabinetDb, domain: string, now: Date): Promise<Codes> {
  const day = (ahead: number) => moscowDay(new Date(now.getTime() + ahead * DAY_MS))
  const began = moscowDay(app.clock.now())
  const asked = { app, db, cabinet: { domain }, lang: 'en' as const }
  const row = { id: null, code: '', bonusMinor: 0, inviterMinor: 0, invitedMinor: 0, max: null, endsOn: null }
  const { promos } = await saveModule(asked, 'welcome', {
    isActive: true,
    version: 0,
    promos: [
      { ...row, code: 'HELLO', bonusMinor: 5_00, max: 200, startsOn: began, endsOn: day(45) },
      { ...row, code: 'OPENING-WEEK', bonusMinor: 10_00, startsOn: day(-120), endsOn: day(-113) },
      { ...row, bonusMinor: 1_00, startsOn: day(10), endsOn: day(17) },
    ],
  })
  const friends = await saveModule(asked, 'referral', {
    isActive: true,
    version: 0,
    promos: [{ ...row, inviterMinor: 5_00, invitedMinor: 3_00, max: FRIENDS_MAX, startsOn: began }],
  })
  const welcome = promos.find((one) => one.code === 'HELLO')
  const [referral] = friends.promos
  if (!welcome || !referral) throw new Error('the codes of the demo were not saved')
  return { welcome, referral, max: FRIENDS_MAX }
}
