/** Named links of a form: where people came from, counted for each place where the form is printed or posted. */
import {
  type FormLink,
  formLinks as contract,
  type LinkKind,
  LINKS_PER_FORM,
} from '../../../contract/people/form-links.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { lockLimits } from '../../platform/cabinets/cabinets.ts'
import { countsOfLinks, figuresOf } from '../growth/growth.ts'
import { newLinkCode, readLinkCode } from './link-code.ts'
import * as links from './links-sql.ts'
import { existingKeys } from './sql.ts'

const refuse = refusals(contract)

const urlOf = (app: App, domain: string, code: string) => `${app.publicUrl}/q/${domain}/${code}`

/** A form, and the business as its addresses name it. */
type FormPlace = { domain: string; formKey: string }

async function expectForm(db: CabinetDb, formKey: string): Promise<void> {
  if ((await existingKeys(db, [formKey])).length === 0) throw refuse('form_not_found')
}

async function replies(app: App, db: CabinetDb, domain: string, rows: readonly links.LinkRow[]): Promise<FormLink[]> {
  const counts = await countsOfLinks(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    url: urlOf(app, domain, row.code),
    isOn: row.is_on,
    figures: figuresOf(counts.get(row.id)),
    createdAt: row.created_at.toISOString(),
  }))
}

/** @throws Refusal form_not_found */
export async function listLinks(app: App, db: CabinetDb, { domain, formKey }: FormPlace) {
  await expectForm(db, formKey)
  return { links: await replies(app, db, domain, await links.linksOf(db, formKey)), limit: LINKS_PER_FORM }
}

/** @throws Refusal link_not_found */
async function readLink(app: App, db: CabinetDb, { domain, formKey }: FormPlace, id: string): Promise<FormLink> {
  const row = await links.linkById(db, formKey, id)
  const [found] = row ? await replies(app, db, domain, [row]) : []
  if (!found) throw refuse('link_not_found')
  return found
}

/** @throws Refusal form_not_found, link_limit */
export async function createLink(
  app: App,
  db: CabinetDb,
  place: FormPlace,
  { kind, name }: { kind: LinkKind; name: string },
): Promise<FormLink> {
  const { formKey } = place
  await expectForm(db, formKey)
  // Two that are created at the same time are counted one after the other.
  await lockLimits(db)
  if ((await links.countLinks(db, formKey)) >= LINKS_PER_FORM) throw refuse('link_limit', { limit: LINKS_PER_FORM })
  const id = crypto.randomUUID()
  const row = { id, form_key: formKey, kind, name, is_on: true, created_at: app.clock.now() }
  while (!(await links.insertLink(db, { ...row, code: newLinkCode() })));
  return readLink(app, db, place, id)
}

/** @throws Refusal form_not_found, link_not_found */
export async function saveLink(
  app: App,
  db: CabinetDb,
  { id, ...place }: FormPlace & { id: string },
  { name, isOn }: { name: string; isOn: boolean },
): Promise<FormLink> {
  const { formKey } = place
  await expectForm(db, formKey)
  if (!(await links.updateLink(db, formKey, id, { name, is_on: isOn }))) throw refuse('link_not_found')
  return readLink(app, db, place, id)
}

/** @throws Refusal form_not_found, link_not_found */
export async function removeLink(db: CabinetDb, formKey: string, id: string): Promise<void> {
  await expectForm(db, formKey)
  if (!(await links.deleteLink(db, formKey, id))) throw refuse('link_not_found')
}

export type FollowedLink = { formKey: string; code: string; isOn: boolean }

/** The link of a short address, as it was typed; undefined when there is none. */
export async function findLink(db: CabinetDb, typed: string): Promise<FollowedLink | undefined> {
  const code = readLinkCode(typed)
  const row = code === undefined ? undefined : await links.linkByCode(db, code)
  return row && { formKey: row.form_key, code: row.code, isOn: row.is_on }
}

/** Id of the link by which somebody came to a form; undefined: by none, or by one that is switched off. */
export async function linkIdOf(db: CabinetDb, formKey: string, via: string | undefined): Promise<string | undefined> {
  const code = via === undefined ? undefined : readLinkCode(via)
  const row = code === undefined ? undefined : await links.linkByCode(db, code)
  return row?.is_on && row.form_key === formKey ? row.id : undefined
}

/** The short address of a link; undefined when the form has no such link. */
export async function linkUrl(
  app: App,
  db: CabinetDb,
  { domain, formKey, id }: FormPlace & { id: string },
): Promise<string | undefined> {
  const row = await links.linkById(db, formKey, id)
  return row && urlOf(app, domain, row.code)
}

/** All links of the cabinet, those of deleted forms too. */
export function linkNames(db: CabinetDb): Promise<{ id: string; name: string }[]> {
  return links.linkNames(db)
}
