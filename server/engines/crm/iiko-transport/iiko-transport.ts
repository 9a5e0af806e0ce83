/** iiko through its cloud: guests, their bonus wallet and their categories, of one organization. */
import { z } from 'zod'
import { DAY_MS } from '../../../../contract/time.ts'
import { majorOf, samePhone } from '../amounts.ts'
import type { Category, Choices, Connector, Known, Writing } from '../connector.ts'
import { optionalText, requiredText, serverAddress } from '../setting-fields.ts'
import { Misconfigured } from '../troubles.ts'
import { type Guest, type IikoClient, NoGuest, openIikoClient } from './client.ts'
import { categoryChanges, foundOf, guestOf } from './mapping.ts'

/** A write is repeated within hours; a week leaves room for a long outage. */
const MARKER_DAYS = 7

export const iikoTransport: Connector = {
  name: 'iiko-transport',
  title: 'iiko',
  group: 'restaurant',
  settings: z.object({
    server: serverAddress('https://api-ru.iiko.services'),
    login: requiredText({ kind: 'secret', label: 'apiLogin' }),
    organizationId: optionalText({ kind: 'text', label: 'organization' }, 100),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }, 100),
  }),
  abilities: { writes: true, reads: true, categories: true },
  readsAtOnce: 1,
  gapMs: 250,

  open(settings, http, categories) {
    const client = openIikoClient(settings, http)
    const { organizationId = '', bonusProgram = '' } = settings
    let wallet: string | undefined
    /** The programme's wallet. @throws Misconfigured */
    const walletOf = async () => (wallet ??= await findWallet(client, bonusProgram))

    async function read(known: Known) {
      const guest = await findGuest(client, known)
      return guest && foundOf(guest, await walletOf(), categories)
    }

    return {
      checkLogin: () => readChoices(client, organizationId),
      async checkProgram() {
        const organizations = await client.listOrganizations()
        if (!organizations.some(({ id }) => id === organizationId))
          throw new Misconfigured('wrong_program', 'organizationId')
        await walletOf()
      },
      find: read,
      write: async (writing) => writeGuest(client, writing, { bonusProgram, walletId: await walletOf(), categories }),
      read: async (clients) => (await Promise.all(clients.map(read))).filter((one) => one !== null),
      listCategories: async (organization) =>
        (await client.listCategories(organization)).filter(({ isActive }) => isActive !== false).map(choiceOf),
    }
  },
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

async function findGuest(client: IikoClient, known: Known): Promise<Guest | null> {
  const ways = [
    known.crmId !== null && { type: 'id' as const, id: known.crmId },
    known.tel !== '' && { type: 'phone' as const, phone: known.tel },
    known.cardNumber !== '' && { type: 'cardNumber' as const, cardNumber: known.cardNumber },
  ].filter((way) => way !== false)
  for (const way of ways) {
    try {
      const guest = await client.readGuest(way)
      // Both sides assign card numbers, so an equal card number alone does not mean the same person.
      const isOther = way.type === 'cardNumber' && known.tel !== '' && guest.phone && !samePhone(guest.phone, known.tel)
      if (!guest.isDeleted && !isOther) return guest
    } catch (error) {
      if (!(error instanceof NoGuest)) throw error
    }
  }
  return null
}

type Program = { bonusProgram: string; walletId: string }

async function writeGuest(
  client: IikoClient,
  writing: Writing,
  { categories, ...program }: Program & { categories: readonly Category[] },
): Promise<{ crmId: string }> {
  const { client: ours, amounts, setsAmounts, isRepeat } = writing
  const known = await findGuest(client, ours)
  const { id } = await client.saveGuest(guestOf(ours, known))
  const held = known?.walletBalances?.find((one) => one.id === program.walletId)
  const balanceMinor = Math.round((held?.balance ?? 0) * 100)
  // Created by a write whose answer was lost, and still empty: treated as new.
  const isNew = known === null || (isRepeat && balanceMinor === 0)
  const isOurs = setsAmounts === 'always' || isNew
  const { add, remove } = categoryChanges(known, categories, isOurs ? amounts.discountHundredths : null)
  for (const category of remove) await client.removeCategory(id, category)
  for (const category of add) await client.addCategory(id, category)
  if (isOurs) await setBonus(client, { id, balanceMinor, hasWallet: held !== undefined }, program, writing)
  return { crmId: id }
}

/**
 * Moves the wallet to the bonus of `writing`. iiko only has movements up and down, so the balance was read before, and
 * a write whose answer was lost is found by its comment.
 */
async function setBonus(
  client: IikoClient,
  guest: { id: string; balanceMinor: number; hasWallet: boolean },
  { bonusProgram, walletId }: Program,
  { amounts, operation, isRepeat }: Writing,
): Promise<void> {
  const delta = amounts.bonusMinor - guest.balanceMinor
  if (delta === 0) return
  const now = Date.now()
  const [from, to] = [new Date(now - MARKER_DAYS * DAY_MS), new Date(now + DAY_MS)]
  if (isRepeat && (await client.hasMovement(guest.id, operation, from, to))) return
  if (!guest.hasWallet) await client.joinProgram(guest.id, bonusProgram)
  await (delta > 0 ? client.topUp : client.chargeOff)(guest.id, walletId, majorOf(Math.abs(delta)), operation)
}
