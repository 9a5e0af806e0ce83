/** What the loyalty of iiko can do, by either of its two APIs: guests, their bonus wallet and their categories. */
import type { CrmAbilities } from '../../../../contract/business/integration.ts'
import { DAY_MS } from '../../../../contract/time.ts'
import { majorOf } from '../amounts.ts'
import {
  NO_ABILITIES,
  type Category,
  type Choices,
  type Client,
  type Delta,
  type Known,
  type Level,
  type Operation,
  type Settings,
  type Verbs,
  type Connector,
} from '../connector.ts'
import { Misconfigured, Rejected } from '../troubles.ts'
import { type Guest, type IikoClient, NoGuest } from './client.ts'
import { categoryChanges, foundOf, guestOf } from './mapping.ts'

/** A write is repeated within hours; a week leaves room for a long outage. */
const MARKER_DAYS = 7

/** Both APIs exchange the same. */
export const IIKO_ABILITIES: CrmAbilities = {
  ...NO_ABILITIES,
  people: 'both',
  bonus: 'both',
  discount: 'both',
  groups: 'both',
}

/** Without a category for it, iiko has no discount. */
export const iikoAmounts: Connector['amounts'] = (_, groups) => ({
  balance: 'none',
  bonus: 'both',
  discount: groups.some(({ type }) => type === 'discount') ? 'both' : 'none',
  stepMinor: 1,
})

export function iikoVerbs(client: IikoClient, settings: Settings, categories: readonly Category[]): Verbs {
  const { organizationId = '', bonusProgram = '' } = settings
  let wallet: string | undefined
  /** The programme's wallet. @throws Misconfigured */
  const walletOf = async () => (wallet ??= await findWallet(client, bonusProgram))

  async function read(known: Known) {
    const guest = await findGuest(client, known)
    return guest && foundOf(guest, await walletOf(), categories)
  }
  const readAll = async (clients: readonly Known[]) =>
    (await Promise.all(clients.map(read))).filter((one) => one !== null)
  const save = async (known: Guest | null, ours: Client, level: Level) => {
    const { id } = await client.saveGuest(guestOf(ours, known))
    const { add, remove } = categoryChanges(known, categories, level.discountHundredths)
    for (const category of remove) await client.removeCategory(id, category)
    for (const category of add) await client.addCategory(id, category)
    return { crmId: id }
  }

  return {
    checkLogin: () => readChoices(client, organizationId),
    async checkProgram() {
      const organizations = await client.listOrganizations()
      if (!organizations.some(({ id }) => id === organizationId))
        throw new Misconfigured('wrong_program', 'organizationId')
      await walletOf()
    },
    search: async (known) => readAll([known]),
    create: (ours, level) => save(null, ours, level),
    async update({ crmId }, ours, level) {
      const known = await guestById(client, crmId)
      if (known) await save(known, ours, level)
      return known !== null
    },
    adjust: async (crmId, delta, operation) =>
      moveBonus(client, crmId, { bonusProgram, walletId: await walletOf() }, delta, operation),
    read: readAll,
    listGroups: async (organization) =>
      (await client.listCategories(organization)).filter(({ isActive }) => isActive !== false).map(choiceOf),
  }
}

const choiceOf = ({ id, name }: { id: string; name?: string | null | undefined }) => ({ id, name: name || id })

async function readChoices(client: IikoClient, organizationId: string): Promise<Choices> {
  const organizations = await client.listOrganizations()
  const programs = organizationId ? await client.listPrograms() : []
  return { organizationId: organizations.map(choiceOf), bonusProgram: programs.map(choiceOf) }
}

/** @throws Misconfigured when the programme has no wallet */
async function findWallet(client: IikoClient, bonusProgram: string): Promise<string> {
  const program = (await client.listPrograms()).find(({ id, isActive }) => id === bonusProgram && isActive !== false)
  if (!program?.walletId) throw new Misconfigured('wrong_program', 'bonusProgram')
  return program.walletId
}

/** By the id, else by the phone, else by the card number: iiko answers with one guest at most. */
async function findGuest(client: IikoClient, known: Known): Promise<Guest | null> {
  const ways = [
    known.crmId !== null && { type: 'id' as const, id: known.crmId },
    known.tel !== '' && { type: 'phone' as const, phone: known.tel },
    known.cardNumber !== '' && { type: 'cardNumber' as const, cardNumber: known.cardNumber },
  ].filter((way) => way !== false)
  for (const way of ways) {
    const guest = await readGuest(client, way)
    if (guest) return guest
  }
  return null
}

const guestById = (client: IikoClient, id: string) => readGuest(client, { type: 'id', id })

async function readGuest(client: IikoClient, way: Parameters<IikoClient['readGuest']>[0]): Promise<Guest | null> {
  try {
    const guest = await client.readGuest(way)
    return guest.isDeleted ? null : guest
  } catch (error) {
    if (error instanceof NoGuest) return null
    throw error
  }
}

type Program = { bonusProgram: string; walletId: string }

/** iiko has no keys for repeated requests: a movement whose answer was lost is found by its comment. */
async function moveBonus(
  client: IikoClient,
  crmId: string,
  { bonusProgram, walletId }: Program,
  { bonusMinor = 0 }: Delta,
  { id, isRepeat }: Operation,
): Promise<void> {
  if (bonusMinor === 0) return
  const now = Date.now()
  const [from, to] = [new Date(now - MARKER_DAYS * DAY_MS), new Date(now + DAY_MS)]
  if (isRepeat && (await client.hasMovement(crmId, id, from, to))) return
  const guest = await guestById(client, crmId)
  if (!guest) throw new Rejected('There is no such guest any more', 'gone')
  const hasWallet = guest.walletBalances?.some((one) => one.id === walletId)
  if (!hasWallet) await client.joinProgram(crmId, bonusProgram)
  await (bonusMinor > 0 ? client.topUp : client.chargeOff)(crmId, walletId, majorOf(Math.abs(bonusMinor)), id)
}
