/** What a connector remembers, for this connection alone. */
import type { z } from 'zod'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { readJson } from '../../base/json.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { type ConnectorState, type Kept, STATE_NAMES_MAX, STATE_VALUE_MAX_BYTES } from '../../engines/crm/state.ts'
import * as sql from './index-sql.ts'
import { type Connection, holdConnection } from './sql.ts'

type Values = Record<string, Kept>
const valuesIn = (text: string): Values => JSON.parse(text) as Values

/** Of another shape, it was left by another version. */
function valueIn<T extends Kept>(values: Values, name: string, shape: z.ZodType<T>): T | undefined {
  if (!Object.hasOwn(values, name)) return undefined
  const fitting = readJson(JSON.stringify(values[name]), shape)
  return fitting.isRead ? fitting.value : undefined
}

/** @throws Error when it is too large */
function withValue(values: Values, name: string, value: Kept | undefined): Values {
  const { [name]: _, ...others } = values
  if (value === undefined) return others
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > STATE_VALUE_MAX_BYTES) throw new Error(`the state ${name} of a connector has ${bytes} bytes`)
  if (Object.keys(others).length >= STATE_NAMES_MAX) throw new Error('a connector keeps too many states')
  return { ...others, [name]: value }
}

export const openState = (app: App, cabinetId: number, connection: Connection): ConnectorState => {
  const inside = <T>(work: (db: CabinetDb) => Promise<T>) =>
    openForWork(app, cabinetId, async (db) => ((await holdConnection(db, connection)) ? work(db) : undefined))
  return {
    read: (name, shape) => inside(async (db) => valueIn(valuesIn(await sql.readKept(db)), name, shape)),
    change: (name, shape, after) =>
      inside(async (db) => {
        const values = valuesIn(await sql.lockKept(db))
        const value = after(valueIn(values, name, shape))
        await sql.setKept(db, JSON.stringify(withValue(values, name, value)))
        return value
      }),
  }
}

/** Of settings that are only tried: they may lead to another account than the stored ones. */
export function openPassingState(): ConnectorState {
  let values: Values = {}
  return {
    read: async (name, shape) => valueIn(values, name, shape),
    async change(name, shape, after) {
      const value = after(valueIn(values, name, shape))
      values = withValue(values, name, value)
      return value
    },
  }
}
