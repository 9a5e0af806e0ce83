/** MoySklad: buyers with a card number and the points of one bonus programme. */
import { z } from 'zod'
import { samePhone } from '../amounts.ts'
import type { Connector, Known, Writing } from '../connector.ts'
import { optionalText, requiredText, serverAddress } from '../setting-fields.ts'
import { Misconfigured } from '../troubles.ts'
import { type Counterparty, NotThere, openMoyskladClient } from './client.ts'
import { counterpartyOf, foundOf, phoneSpellings } from './mapping.ts'

const READS_AT_ONCE = 50

export const moysklad: Connector = {
  name: 'moysklad',
  title: 'MoySklad',
  group: 'retail',
  settings: z.object({
    server: serverAddress('https://api.moysklad.ru/api/remap/1.2'),
    login: optionalText({ kind: 'text', label: 'login' }),
    password: requiredText({ kind: 'secret', label: 'passwordOrKey' }, 300),
    bonusProgram: optionalText({ kind: 'text', label: 'program' }, 100),
  }),
  abilities: { writes: true, reads: true, categories: false },
  // 45 units in three seconds, three to four of them a call: three calls a second leave room for others of the same
  // login.
  readsAtOnce: READS_AT_ONCE,
  gapMs: 340,

  open(settings, http) {
    const client = openMoyskladClient(settings, http)
    const program = settings.bonusProgram ?? ''

    async function find(known: Known): Promise<Counterparty | null> {
      if (known.crmId !== null) {
        const [same] = await client.readMany([known.crmId])
        if (same && !same.archived) return same
      }
      if (known.tel !== '') {
        for (const spelling of phoneSpellings(known.tel)) {
          const found = await client.findAll(`phone~${spelling}`, (one) => samePhone(one.phone ?? '', known.tel))
          if (found) return found
        }
      }
      const isNobodyElse = (one: Counterparty) => known.tel === '' || !one.phone || samePhone(one.phone, known.tel)
      const byCard =
        known.cardNumber === ''
          ? undefined
          : await client.findAll(`discountCardNumber=${known.cardNumber}`, isNobodyElse)
      return (
        byCard ?? (known.email === '' ? null : ((await client.findAll(`email=${known.email}`, isNobodyElse)) ?? null))
      )
    }

    /** MoySklad only has whole points; the fraction stays with us. */
    async function setPoints(held: Counterparty, bonusMinor: number, { operation, isRepeat }: Writing): Promise<void> {
      const delta = Math.floor(bonusMinor / 100) - (held.bonusPoints ?? 0)
      if (delta === 0 || program === '') return
      if (isRepeat && (await client.hasMovement(operation))) return
      await client.move(held.id, program, delta > 0 ? 'EARNING' : 'SPENDING', Math.abs(delta), operation)
    }

    return {
      async checkLogin() {
        await client.checkLogin()
        return {
          bonusProgram: (await client.listPrograms())
            .filter(({ active }) => active !== false)
            .map(({ id, name }) => ({ id, name: name || id })),
        }
      },
      async checkProgram() {
        // Without a programme, buyers are exchanged and points are not.
        if (program !== '' && !(await client.listPrograms()).some(({ id }) => id === program))
          throw new Misconfigured('wrong_program', 'bonusProgram')
      },
      find: async (known) => {
        const found = await find(known)
        return found && foundOf(found)
      },
      async write(writing: Writing) {
        const { client: ours, amounts, setsAmounts, isRepeat } = writing
        const known = await find(ours)
        const body = counterpartyOf(ours, program === '' ? null : client.metaOf('bonusprogram', program), known)
        let held: Counterparty
        try {
          held = known ? await client.update(known.id, body) : await client.create(body)
        } catch (error) {
          if (!(error instanceof NotThere)) throw error
          held = await client.create(
            counterpartyOf(
              { ...ours, crmId: null },
              program === '' ? null : client.metaOf('bonusprogram', program),
              null,
            ),
          )
        }
        const isNew = known === null || (isRepeat && !held.bonusPoints)
        if (setsAmounts === 'always' || isNew) await setPoints(held, amounts.bonusMinor, writing)
        return { crmId: held.id }
      },
      async read(clients) {
        const linked = clients.flatMap(({ crmId }) => crmId ?? [])
        const found = linked.length > 0 ? (await client.readMany(linked)).filter((one) => !one.archived) : []
        for (const unlinked of clients.filter(({ crmId }) => crmId === null)) {
          const one = await find(unlinked)
          if (one) found.push(one)
        }
        return found.map(foundOf)
      },
    }
  },
}
