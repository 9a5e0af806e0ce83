/** The pictures that a form's page shows instead of the card's logo and the plain page. */
import type { CabinetDb } from '../../base/db.ts'
import { lookOf } from '../../people/forms/forms.ts'

/** On another plan than Expert the page looks as the theme says. @param path of the form's page */
export async function shownLook(db: CabinetDb, { tariff }: { tariff: string | null }, formId: string, path: string) {
  if (tariff !== 'expert') return undefined
  const look = await lookOf(db, formId, path)
  return look.logo === null && look.background === null ? undefined : look
}
