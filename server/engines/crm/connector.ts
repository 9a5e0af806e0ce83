/**
 * The shape of a connector: a CRM in which a business keeps its clients. Plain values in and out; no tables of ours.
 */
import type { z } from 'zod'
import type { Access, TokenSource } from './access.ts'
import type { ClientIndex } from './client-index.ts'
import type { Hooks } from './hooks.ts'
import type { CrmCustomFields } from '../../../contract/business/crm-fields.ts'
import type { CrmAbilities } from '../../../contract/business/integration.ts'
import type { CrmFieldKind, CrmFieldLabel } from '../../../contract/business/crm-settings.ts'
import type { CrmHttp, ReadPause } from './crm-http.ts'
import type { FieldValues, FieldVerbs, VendorField } from './fields.ts'
import type { ListEverybody } from './everybody.ts'
import type { SystemName } from './names.ts'
import type { ReadPurchases } from './purchases.ts'
import type { Serve } from './serve.ts'
import type { ConnectorState } from './state.ts'

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
    /** Of the fields that the owner has mapped and that go there; blanks are left out. */
    fields?: FieldValues
  }

/** A client as the system has it; what it does not store is absent, and absent is not zero. */
export type Found = {
  crmId: string
  tel: string
  cardNumber: string
  person: Partial<Person>
  amounts: Partial<Amounts>
  /** A company, which is never turned into a person. */
  isCompany?: true
  /** Name of the group the client is in, and what the group earns in percent. */
  category?: { name: string; bonusPercent: number | null }
  /** Of fields that the business has added there; ones without a value may be left out. */
  fields?: FieldValues
}

/** What a group of clients in the system means here. */
export type Category = { id: string; name: string; type: 'discount' | 'bonus' | 'set' | 'unset'; percent: number }

/** A piece of writing. `id` stays the same when it is tried again; `isRepeat`: an earlier try may have arrived. */
export type Operation = { id: string; isRepeat: boolean }

/** How much is added to an amount, or taken from it when below zero. */
export type Delta = { balanceMinor?: number; bonusMinor?: number }

/** A level that is set, not moved; null: the system keeps it as it is. */
export type Level = { discountHundredths: number | null }

/** `read`: the system changes this amount · `both`: we move it too · `none`: it has no such amount. */
export type AmountAbility = 'none' | 'read' | 'both'
export type AmountAbilities = {
  balance: AmountAbility
  bonus: AmountAbility
  discount: AmountAbility
  /** The smallest step of balance and bonus; a remainder below it stays here. */
  stepMinor: number
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
export type Verbs = FieldVerbs & {
  /** Checks the login. */
  checkLogin(): Promise<Choices>
  /** The account behind the login, as the system names it; two of one address have different clients. */
  readAccount?(): Promise<string>
  /** Checks that organisation, programme and wallet exist. */
  checkProgram(): Promise<void>
  /** Everybody who may be this person; `whoIs` decides. */
  search(known: Known): Promise<Found[]>
  /** Adds a client without amounts. The caller searches before a repeat, so that nobody is added twice. */
  create(client: Client, level: Level, operation: Operation): Promise<{ crmId: string }>
  /**
   * Changes names, contacts and the level of one that is there. Blank texts of `client` are left as they are there.
   * @returns false when it is not there any more
   */
  update(found: Found, client: Client, level: Level, operation: Operation): Promise<boolean>
  /** Moves amounts of one that is there, once for each operation. */
  adjust?(crmId: string, delta: Delta, operation: Operation): Promise<void>
  /**
   * The current data of clients that were found or created before; unknown ones are left out. At most `readsAtOnce`.
   */
  read(clients: readonly Known[]): Promise<Found[]>
  /** Changes since `cursor`, '' from the beginning; null: this system has no list of changes. */
  changes?(cursor: string): Promise<Changes | null>
  /** Everybody the system has, for an import. */
  all?: ListEverybody<Found>
  /** Groups that clients may be in. */
  listGroups?(organizationId: string): Promise<Choice[]>
  /**
   * Has events sent to this address alone of all that begin with `ours`; addresses of others stay as they are. One that
   * the system has switched off is switched on again.
   */
  registerHooks?(address: string, ours: string): Promise<void>
  /** Ids of the clients whose documents these are, by the document; those of nobody are left out. */
  ownersOf?(documents: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Ends all events to addresses that begin with `ours`. */
  removeHooks?(ours: string): Promise<void>
  /** Documents of sales and refunds, page by page. */
  purchases?: ReadPurchases
}

/**
 * How a field of the settings is shown; stored in the field's own `meta`. Without a label the connector's words have
 * one under `fields`, and for each value of a choice one under `options`.
 */
export type FieldMeta = {
  kind: CrmFieldKind
  label?: CrmFieldLabel
  /** In a new form. */
  preset?: string
  /** Of a choice: its values. Left out: `checkLogin` finds them. */
  options?: readonly string[]
  /** Only asked for while the field has one of the values. */
  shownIf?: { field: string; values: readonly string[] }
}

/** Texts by name, each with its `FieldMeta`; blank ones arrive as ''. A flag is `yes` or ''. */
export type SettingsShape = z.ZodObject<Record<string, z.ZodType<string>>>
export type Settings = Readonly<Record<string, string>>

/** A connector names what it has beyond that. */
export const NO_ABILITIES: CrmAbilities = {
  people: 'none',
  balance: 'none',
  bonus: 'none',
  discount: 'none',
  groups: 'none',
  purchases: 'none',
  hooks: 'none',
  till: 'none',
  import: 'none',
}

/** How fast the vendor may be asked, by all processes together. */
export type Pace = {
  perSecond: number
  /** Calls that may be made at once after a rest; 1: always a pause in between. */
  burst: number
  /** Calls that may be open at one time; left out: the vendor names no limit. */
  atOnce?: number
  /** What the vendor counts by: the login, the address, or our application. */
  scope: 'account' | 'address' | 'application'
}

export type Opening = {
  settings: Settings
  http: CrmHttp
  /** What the owner has decided about the groups of clients. */
  groups: readonly Category[]
  /** What it has to remember. */
  state?: ConnectorState
  /** Of a connector with `access`. */
  tokens?: TokenSource
  /** Of a connector that `keepsIndex`. */
  index?: ClientIndex
  /** Fields of the system that are exchanged. */
  fields?: readonly VendorField[]
}

export type Connector = {
  name: SystemName
  settings: SettingsShape
  /** The gallery and `npm run connectors` are drawn from it. */
  abilities: CrmAbilities
  /** What is left of `abilities` with these settings, where that is less. */
  abilitiesWith?(settings: Settings): CrmAbilities
  /** Which amounts are exchanged with these settings: as `abilities` has it, or less. */
  amounts(settings: Settings, groups: readonly Category[]): AmountAbilities
  /** Whether the fields that a business has added are listed, and whether missing ones can be made; otherwise none. */
  customFields?(settings: Settings): CrmCustomFields
  /** Clients in one `read`. */
  readsAtOnce: number
  pace: Pace
  /** How the vendor says when it may be asked again, beside `Retry-After`. */
  readPause?: ReadPause
  /** A vendor that knows its callers by their cookies. */
  keepsCookies?: true
  /** How long the whole of an answer may take, where the usual time is too short. */
  timeoutMs?: number
  /** Allowed ports beside 443 and 8443. */
  ports?: readonly number[]
  /** It can be entered by the owner's consent. */
  access?: Access
  /** It sends events. */
  hooks?: Hooks
  /** Its tills call us. */
  serve?: Serve
  /** It cannot be searched by phone. */
  keepsIndex?: true
  open(opening: Opening): Verbs
}
