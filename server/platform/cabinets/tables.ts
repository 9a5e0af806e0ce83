/** Rows of cabinets, of who has access to them, and of tariffs. */
import { sql, type Generated } from 'kysely'
import { type MemberRight, type Role, SLOT_CARDS } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../base/db.ts'

export type TariffKey = 'demo' | 'base' | 'advanced' | 'expert'

export type CabinetTables = {
  cabinets: {
    id: number
    name: string
    domain: string
    tax_number: string
    balance_minor: Generated<number>
    /** Bonus money in the balance; the rest is real. */
    bonus_minor: Generated<number>
    is_agent: Generated<boolean>
    is_poll_finished: Generated<boolean>
    is_on_test_certificate: Generated<boolean>
    tariff_key: TariffKey | null
    demo_until: Date | null
    /** Until when it still works although its money has run out. */
    grace_until: Generated<Date | null>
    next_card_number: Generated<number>
    first_card_number: Generated<number>
    plastic_from: Generated<number | null>
    plastic_to: Generated<number | null>
    logo_id: Generated<string | null>
    phone: Generated<string | null>
    is_export_allowed: Generated<boolean>
    general_version: Generated<number>
    points_name: Generated<string>
    points_counted: Generated<string>
    has_point_decimals: Generated<boolean>
    telegram_link: string | null
    cards: Generated<number>
    /** Blocks of cards above those of the tariff. */
    slots: Generated<number>
    ledger_no: Generated<number>
    notices: Generated<number>
    charged_on: Generated<string | null>
    referral_code: Generated<string | null>
    promo_code: Generated<string>
    agent_since: Generated<Date | null>
    created_at: Date
  }
  accesses: {
    cabinet_id: number
    id: string
    user_id: string
    role: Role
    /** Of a member; an owner has all of them. */
    rights: Generated<MemberRight[]>
    is_notifications: Generated<boolean>
    /** When a link in an email stopped the emails; null when none did. */
    unsubscribed_at: Generated<Date | null>
    created_at: Date
  }
  tariffs: {
    key: TariffKey
    price_minor: number
    cards: number
    templates: number
    forms: number
    segments: number
    triggers: number
    users: number
    position: number
    is_archived: boolean
    slot_price_minor: number | null
    geo_points: number
    beacons: number
    api_per_hour: number
    api_per_second: number
    version: number
  }
}

export const tables = (db: Db | Tx) => db.withTables<CabinetTables>()

/** Cards of the tariff and of its slots. */
export const cardLimit = sql<number>`tariffs.cards + cabinets.slots * ${sql.lit(SLOT_CARDS)}`
