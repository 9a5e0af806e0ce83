/**
 * The shape of a connector: a foreign system where a business keeps its clients. Plain values in, plain values out; it
 * knows no table of ours.
 */
import type { z } from 'zod'
import type { CrmFieldKind, CrmFieldLabel, CrmGroup } from '../../../contract/business/integration.ts'
import type { CrmHttp } from './crm-http.ts'

/** What a client is called and reached by. Phones are E.164, days `2026-11-21`, empty texts unknown. */
export type Person = {
  name: string
  surname: string
  middlename: string
  birthday: string | null
  sex: 'male' | 'female' | null
  email: string
  tel: string
}

/** Minor units; the discount in hundredths of a percent. */
export type Amounts = { balanceMinor: number; bonusMinor: number; discountHundredths: number }

/** By what a system may know a client, the surest first. */
export type Known = { crmId: string | null; tel: string; cardNumber: string; email: string }

export type Client = Person &
  Known & {
    /** Ours; systems that keep a foreign number get it. */
    id: string
    cardTrack: string
    promoCode: string
    /** The client's own install page. */
    cardUrl: string
  }

/** What a system says of a client; what it does not keep is absent. */
export type Found = {
  crmId: string
  tel: string
  cardNumber: string
  person: Partial<Person>
  amounts: Partial<Amounts>
  /** Name of the group the client is in, and what the group earns in percent. */
  category?: { name: string; bonusPercent: number | null }
}

/** What a group of clients in the system means here. */
export type Category = { id: string; name: string; type: 'discount' | 'bonus' | 'set' | 'unset'; percent: number }

export type Writing = {
  client: Client
  amounts: Amounts
  /** `if_new`: the system keeps the amounts, and takes ours only with a client it did not know. */
  setsAmounts: 'always' | 'if_new'
  /** Stays the same when the work runs again. */
  operation: string
  /** An earlier try may have arrived. */
  isRepeat: boolean
}

export type Choice = { id: string; name: string }
/** What the settings can be, by the name of the field: told once the login is right. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** A page of what changed. `next` goes into the next question. */
export type Changes = { found: Found[]; next: string; isEnd: boolean }

/**
 * Every verb throws `Misconfigured`, `Unreachable` or, about one client alone, `Rejected`; it never swallows one.
 * None changes anything by being asked twice.
 */
export type Verbs = {
  /** Is the login right. */
  checkLogin(): Promise<Choices>
  /** Do organisation, programme and wallet exist. */
  checkProgram(): Promise<void>
  find(known: Known): Promise<Found | null>
  write(writing: Writing): Promise<{ crmId: string }>
  /** What is known of clients that were found or written before; unknown ones are left out. At most `readsAtOnce`. */
  read(clients: readonly Known[]): Promise<Found[]>
  /** What changed since `cursor`, '' from the beginning; null: this system tells no changes. */
  changes?(cursor: string): Promise<Changes | null>
  listCategories?(organizationId: string): Promise<Choice[]>
}

/** How a field of the settings looks; stands in the field's own `meta`. */
export type FieldMeta = { kind: CrmFieldKind; label: CrmFieldLabel; preset?: string }

/** Texts by name, each with its `FieldMeta`; blank ones arrive as ''. */
export type SettingsShape = z.ZodObject<Record<string, z.ZodType<string>>>
export type Settings = Readonly<Record<string, string>>

export type Connector = {
  /** Part of addresses and of stored rows; never changes. */
  name: string
  title: string
  group: CrmGroup
  settings: SettingsShape
  abilities: { writes: boolean; reads: boolean; categories: boolean }
  /** Clients in one `read`. */
  readsAtOnce: number
  /** At least so long between two calls of one account. */
  gapMs: number
  /** Ports it is reached at beside 443 and 8443. */
  ports?: readonly number[]
  open(settings: Settings, http: CrmHttp, categories: readonly Category[]): Verbs
}
