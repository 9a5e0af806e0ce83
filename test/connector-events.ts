/** What every connector does that gets events: part of the shared suite. */
import { describe, expect, it } from 'vitest'
import type { Verbs } from '../server/engines/crm/connector.ts'
import type { HookContext, Hooks, Received } from '../server/engines/crm/hooks.ts'

export type EventVendor = {
  context: HookContext
  /** An event about this client as the vendor sends it. @param address where it was registered */
  event(crmId: string, address: string): Promise<Received>
  /** Addresses to which the vendor sends events now. */
  addresses(): string[]
  /** Switches its sending off, as vendors do when nobody answers. */
  disable(): void
}
type Opened = { vendor: EventVendor | undefined; open(): Verbs; addClient(): Promise<string> }

const OURS = 'https://cards.example.test/hooks/vendor/7.'
const FOREIGN = 'https://elsewhere.example.test/hook'

export function describeEvents(hooks: Hooks, opened: () => Opened): void {
  describe('events', () => {
    const open = () => {
      const { vendor, ...rest } = opened()
      if (!vendor) throw new Error('its emulator sends no events')
      return { vendor, ...rest }
    }
    const eventOf = async () => {
      const { vendor, open: verbs, addClient } = open()
      const crmId = await addClient()
      await verbs().registerHooks?.(`${OURS}key`, OURS)
      return { crmId, received: await vendor.event(crmId, `${OURS}key`) }
    }

    it('are the vendor’s and say whom they are about', async () => {
      const { crmId, received } = await eventOf()
      expect(hooks.verify(received, open().vendor.context)).toBe(true)
      expect(hooks.subjects(received).map((one) => one.crmId)).toContain(crmId)
    })

    it('have one number, however often they are sent', async () => {
      const { received } = await eventOf()
      expect(hooks.eventId(structuredClone(received))).toBe(hooks.eventId(received))
    })

    it('are refused when they are forged, of another account, or rubbish', async () => {
      const { received } = await eventOf()
      const { context } = open().vendor
      expect(hooks.verify(received, { ...context, account: 'somebody else' })).toBe(false)
      for (const body of ['', '{}', '[]', 'rubbish', `${received.body} `]) {
        const isSigned = context.application !== null
        if (isSigned || body.trim() !== received.body) expect(hooks.verify({ ...received, body }, context)).toBe(false)
        expect(() => hooks.subjects({ ...received, body })).not.toThrow()
        expect(() => hooks.eventId({ ...received, body })).not.toThrow()
      }
    })

    it('show of a client what a reading shows, so that an echo is recognised', async () => {
      const { crmId, received } = await eventOf()
      const seen = hooks.subjects(received).find((one) => one.crmId === crmId)?.seen
      const [read] = await open()
        .open()
        .read([{ crmId, tel: '', cardNumber: '', email: '' }])
      if (seen) expect(seen).toEqual(read)
    })

    it('are ordered once, ordered again when the vendor gave up, and ended, beside those of others', async () => {
      const { vendor, open: verbs } = open()
      if (!verbs().registerHooks) return
      await verbs().registerHooks?.(FOREIGN, FOREIGN)
      const foreign = vendor.addresses().length
      const ours = () => vendor.addresses().filter((address) => address.startsWith(OURS))
      await verbs().registerHooks?.(`${OURS}key`, OURS)
      const all = ours().length
      expect(all).toBeGreaterThan(0)
      await verbs().registerHooks?.(`${OURS}key`, OURS)
      expect(ours()).toHaveLength(all)
      vendor.disable()
      expect(ours()).toEqual([])
      await verbs().registerHooks?.(`${OURS}key`, OURS)
      expect(ours()).toHaveLength(all)
      await verbs().registerHooks?.(`${OURS}other`, OURS)
      expect(new Set(ours())).toEqual(new Set([`${OURS}other`]))
      await verbs().removeHooks?.(OURS)
      expect(ours()).toEqual([])
      await verbs().registerHooks?.(FOREIGN, FOREIGN)
      expect(vendor.addresses()).toHaveLength(foreign)
    })
  })
}
