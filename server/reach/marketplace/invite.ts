/** The link that a client passes on to friends: a form with the client's code, while an offer for friends runs. */
import type { PointsStyle } from '../../../contract/platform/general-settings.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { promoForms } from '../../people/forms/forms.ts'
import { pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { runningPromos } from './offers.ts'

type Invite = { url: string; code: string; inviterMinor: number; invitedMinor: number; points: PointsStyle }

/** @returns undefined without an offer, or without an open form that takes a code */
export async function inviteOf(
  app: App,
  db: CabinetDb,
  domain: string,
  client: { invite_code: string },
): Promise<Invite | undefined> {
  const offer = (await runningPromos(db, moscowDay(app.clock.now()))).find((row) => row.module === 'referral')
  const form = offer && (await promoForms(app, db, domain)).find((one) => one.isOpen)
  return (
    form && {
      url: `${form.url}?promo=${client.invite_code}`,
      code: client.invite_code,
      inviterMinor: offer.inviter_minor,
      invitedMinor: offer.invited_minor,
      points: await pointsStyle(db),
    }
  )
}
