/** iiko through its cloud: guests, their bonus wallet and their categories, of one organization. */
import { z } from 'zod'
import { DAY_MS } from '../../../../contract/time.ts'
import { majorOf, samePhone } from '../amounts.ts'
import type { Connector, FieldMeta, Known, Writing } from '../connector.ts'
import { Misconfigured } from '../troubles.ts'
import { type Guest, NoGuest, openIikoClient } from './client.ts'
import { categoryChanges, foundOf, guestOf } from './mapping.ts'

/** A try is repeated within hours; a week leaves room for a long outage. */
const MARKER_DAYS = 7

export const iikoTransport: Connector = {
  name: 'iiko-transport',
  title: 'iiko',
  group: 'restaurant',
  settings: z.object({
    server: z
      .string()
      .trim()
      .min(1, { error: 'required' })
      .max(300)
      .meta({ kind: 'url', label: 'address', preset: 'https://api-ru.iiko.services' } satisfies FieldMeta),
    login: z
      .string()
      .trim()
      .min(1, { error: 'required' })
      .max(200)
      .meta({ kind: 'secret', label: 'apiLogin' } satisfies FieldMeta),
    organizationId: z
      .string()
      .trim()
      .max(100)
      .default('')
      .meta({ kind: 'text', label: 'organization' } satisfies FieldMeta),
    bonusProgram: z
      .string()
      .trim()
      .max(100)
      .default('')
      .meta({ kind: 'text', label: 'program' } satisfies FieldMeta),
  }),
  abilities: { writes: true, reads: true, categories: true },
  readsAtOnce: 1,
  gapMs: 250,

  open(settings, http, categories) {
    const client = openIikoClient(settings, http)
    let wallet: string | undefined

    /** The programme's wallet. @throws Misconfigured */
    async function walletOf(): Promise<string> {
      if (wallet !== undefined) return wallet
      const program = (await client.listPrograms()).find(
        ({ id, isActive }) => id === settings.bonusProgram && isActive !== false,
      )
      if (!program?.walletId) throw new Misconfigured('wrong_program', 'bonusProgram')
      return (wallet = program.walletId)
    }

    async function find(known: Known): Promise<Guest | null> {
      const ways = [
        known.crmId !== null && { type: 'id' as const, id: known.crmId },
        known.tel !== '' && { type: 'phone' as const, phone: known.tel },
        known.cardNumber !== '' && { type: 'cardNumber' as const, cardNumber: known.cardNumber },
      ].filter((way) => way !== false)
      for (const way of ways) {
        try {
          const guest = await client.readGuest(way)
          // Card numbers are given by both sides, so one alone does not make the same person.
          const isOther =
            way.type === 'cardNumber' && known.tel !== '' && guest.phone && !samePhone(guest.phone, known.tel)
          if (!guest.isDeleted && !isOther) return guest
        } catch (error) {
          if (!(error instanceof NoGuest)) throw error
        }
      }
      return null
    }

    /**
     * Moves the wallet to `bonusMinor`. iiko knows only up and down, so what is there is read, and a try that was lost
     * is looked for by its comment.
     */
    async function setBonus(
      guest: { id: string; balanceMinor: number; hasWallet: boolean },
      bonusMinor: number,
      { operation, isRepeat }: Writing,
    ): Promise<void> {
      const delta = bonusMinor - guest.balanceMinor
      if (delta === 0) return
      const walletId = await walletOf()
      const now = Date.now()
      if (
        isRepeat &&
        (await client.hasMovement(guest.id, operation, new Date(now - MARKER_DAYS * DAY_MS), new Date(now + DAY_MS)))
      )
        return
      if (!guest.hasWallet) await client.joinProgram(guest.id, settings.bonusProgram ?? '')
      await (delta > 0 ? client.topUp : client.chargeOff)(guest.id, walletId, majorOf(Math.abs(delta)), operation)
    }

    async function read(known: Known) {
      const guest = await find(known)
      return guest && foundOf(guest, await walletOf(), categories)
    }

    return {
      async checkLogin() {
        const organizations = await client.listOrganizations()
        const programs = settings.organizationId ? await client.listPrograms() : []
        const named = (all: readonly { id: string; name?: string | null | undefined }[]) =>
          all.map(({ id, name }) => ({ id, name: name || id }))
        return { organizationId: named(organizations), bonusProgram: named(programs) }
      },
      async checkProgram() {
        const organizations = await client.listOrganizations()
        if (!organizations.some(({ id }) => id === settings.organizationId))
          throw new Misconfigured('wrong_program', 'organizationId')
        await walletOf()
      },
      find: read,
      async write(writing: Writing) {
        const { client: ours, amounts, setsAmounts, isRepeat } = writing
        const walletId = await walletOf()
        const known = await find(ours)
        const { id } = await client.saveGuest(guestOf(ours, known))
        const held = known?.walletBalances?.find((one) => one.id === walletId)
        const balanceMinor = Math.round((held?.balance ?? 0) * 100)
        // Made by a try whose answer was lost, and nothing on it yet: still as good as new.
        const isNew = known === null || (isRepeat && balanceMinor === 0)
        const isOurs = setsAmounts === 'always' || isNew
        const { add, remove } = categoryChanges(known, categories, isOurs ? amounts.discountHundredths : null)
        for (const category of remove) await client.removeCategory(id, category)
        for (const category of add) await client.addCategory(id, category)
        if (isOurs) await setBonus({ id, balanceMinor, hasWallet: held !== undefined }, amounts.bonusMinor, writing)
        return { crmId: id }
      },
      read: async (clients) => (await Promise.all(clients.map(read))).filter((one) => one !== null),
      listCategories: async (organizationId) =>
        (await client.listCategories(organizationId))
          .filter(({ isActive }) => isActive !== false)
          .map(({ id, name }) => ({ id, name: name || id })),
    }
  },
}
