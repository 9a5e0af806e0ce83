/**
 * The shape of a connector: a CRM in which a business keeps its clients. Plain values in and out; no tables of ours.
 */
import type { z } from 'zod'
import type { CrmFieldKind, CrmFieldLabel, CrmGroup } from '../../../contract/business/integration.ts'
import type { CrmHttp } from './crm-http.ts'

/** Names and contacts of a client. Phones are E.164, days `2026-11-21`, empty texts unknown. */
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

/** What a system may find a client by, the most reliable first. */
export type Known = { crmId: string | null; tel: string; cardNumber: string; email: string }

export type Client = Person &
  Known & {
    /** Our id; systems that store a foreign id get it. */
    id: string
    cardTrack: string
    promoCode: string
    /** The client's own install page. */
    cardUrl: string
  }

/** A client as the system has it; what it does not store is absent. */
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
  /** `if_new`: the system keeps the amounts, and takes ours only for a client it did not have. */
  setsAmounts: 'always' | 'if_new'
  /** Stays the same when the job runs again. */
  operation: string
  /** An earlier attempt may have arrived. */
  isRepeat: boolean
}

export type Choice = { id: string; name: string }
/** Possible values of the settings, by the name of the field; known once the login works. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** A page of changes. `next` is the cursor of the next page. */
export type Changes = { found: Found[]; next: string; isEnd: boolean }

/**
 * Every verb throws `Misconfigured`, `Unreachable` or, about a single client, `Rejected`; it never swallows one.
 * Calling one twice changes nothing more.
 */
export type Verbs = {
  /** Checks the login. */
  checkLogin(): Promise<Choices>
  /** Checks that organisation, programme and wallet exist. */
  checkProgram(): Promise<void>
  find(known: Known): Promise<Found | null>
  write(writing: Writing): Promise<{ crmId: string }>
  /**
   * The current data of clients that were found or written before; unknown ones are left out. At most `readsAtOnce`.
   */
  read(clients: readonly Known[]): Promise<Found[]>
  /** Changes since `cursor`, '' from the beginning; null: this system has no list of changes. */
  changes?(cursor: string): Promise<Changes | null>
  listCategories?(organizationId: string): Promise<Choice[]>
}

/** How a field of the settings is shown; stored in the field's own `meta`. */
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
  /** Minimum pause between two calls of one account. */
  gapMs: number
  /** Allowed ports beside 443 and 8443. */
  ports?: readonly number[]
  open(settings: Settings, http: CrmHttp, categories: readonly Category[]): Verbs
}
