/** Stores how a CRM is reached: what the owner has typed, or what a consent gave. */
import { receivesFrom, sendsTo, integration as contract } from '../../../contract/business/integration.ts'
import type { SyncFlags } from '../../../contract/business/crm-sync.ts'
import type { OutsideCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import type { Category, Connector, Settings } from '../../engines/crm/connector.ts'
import { abilitiesOf } from '../../engines/crm/crm.ts'
import { connectorFor, expectIntegration, openSettings, possibleFlags, sealSettings } from './access.ts'
import { forgetPlace, forgetRemains } from './forget.ts'
import { prepareHooks } from './hook-upkeep.ts'
import { startLook } from './look-up.ts'
import { PLACE_FIELDS } from './links-sql.ts'
import { forgetRelinks } from './relinks-sql.ts'
import * as sql from './sql.ts'
import { placeOf } from './tokens.ts'
import { forgetTokens } from './tokens-sql.ts'
import { prepareTill } from './tills.ts'

const refuse = refusals(contract)

/** CRM integration comes with the paid tariffs. */
export const isOnDemo = ({ cabinet }: Pick<OutsideCtx, 'cabinet'>) =>
  cabinet.tariff === null || cabinet.tariff === 'demo'

/** @throws Refusal integration_not_on_demo */
export function expectNoDemo(ctx: Pick<OutsideCtx, 'cabinet'>): void {
  if (isOnDemo(ctx)) throw refuse('integration_not_on_demo')
}

export const differs = (one: Settings, other: Settings, names: readonly string[]) =>
  names.some((name) => (one[name] ?? '') !== (other[name] ?? ''))
type Stored = {
  stored: sql.IntegrationRow | undefined
  connector: Connector
  settings: Settings
  flags: SyncFlags
  categories: readonly Category[]
  account: string
  /** Of `stored`, as the caller knows it. */
  version: number
}

/**
 * Tokens of another place are forgotten; both bases meet anew.
 * @throws Refusal integration_exists, crm_being_removed, version_conflict
 */
export async function storeSettings(app: App, db: CabinetDb, of: Stored): Promise<void> {
  const { stored, connector, settings, account } = of
  const now = app.clock.now()
  const id = stored?.id ?? crypto.randomUUID()
  const before = stored && openSettings(app, stored)
  const row = {
    ...sealSettings(app, db.cabinetId, id, connector, settings),
    ...possibleFlags(of.flags, connector, settings),
    categories: connector.abilities.groups !== 'none' ? [...of.categories] : [],
    account,
  }
  if (!stored && !(await sql.findIntegration(db)) && !(await forgetRemains(db))) throw refuse('crm_being_removed')
  if (!stored && !(await sql.insertIntegration(db, { ...row, id, type: connector.name }, now)))
    throw refuse('integration_exists')
  // Its id too: it may have been deleted and created again with the same version.
  if (stored && !(await sql.updateIntegration(db, { id, version: of.version }, row, now)))
    throw refuse('version_conflict')
  // A key that was typed takes the place of a consent.
  if (settings.password || (before && placeOf(before) !== placeOf(settings))) await forgetTokens(db)
  const isElsewhere = before !== undefined && differs(settings, before, PLACE_FIELDS)
  if (isElsewhere || (stored && stored.account !== '' && stored.account !== account)) {
    await sql.forgetMeeting(db)
    await forgetPlace(app, db)
    await forgetRelinks(db)
    if (stored?.is_on) await startUnlessBegun(app, db)
  }
  await prepareHooks(app, db, connector)
  await prepareTill(app, db, connector)
}

/** Everybody is looked up before the first exchange. A system that we neither write nor read has none. */
export async function startUnlessBegun(app: App, db: CabinetDb): Promise<void> {
  const row = await expectIntegration(db)
  const abilities = abilitiesOf(connectorFor(row.type), row.settings)
  if (row.begun_at !== null) return
  if (!receivesFrom(abilities) && !sendsTo(abilities)) await sql.setBegun(db, row.policy, app.clock.now())
  else if (row.look_state !== 'running') await startLook(app, db)
}
