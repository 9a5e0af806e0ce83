/** What every connector that lists everybody must do, and one that lists nobody must say. */
import { expect, it } from 'vitest'
import type { Connector, Verbs } from '../server/engines/crm/connector.ts'

type ListingVendor = {
  open(): Verbs
  setTroubles(troubles: { isDown?: boolean; throttled?: number }): void
  put: ((no: number, name: string) => void) | undefined
}

const caught = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** @param vendor as it is in each test */
export function everybodyTests(connector: Connector, vendor: () => ListingVendor): void {
  it('lists everybody for an import, or says that it lists nobody', async () => {
    expect(vendor().open().all !== undefined).toBe(connector.abilities.import !== 'none')
    if (!vendor().open().all) return
    for (let no = 0; no < 250; no++) vendor().put?.(no, `Guest${no}`)
    const names = new Map<string, string>()
    let [cursor, isEnd, pages] = ['', false, 0]
    while (!isEnd) {
      pages += 1
      const page = await vendor().open().all?.(cursor)
      // A worker that was killed in between asks for the same page again.
      expect(await vendor().open().all?.(cursor)).toEqual(page)
      if (!page || pages > 9) break
      for (const { crmId, person } of page.found) names.set(crmId, person.name ?? '')
      cursor = page.next
      isEnd = page.isEnd
      // Meanwhile somebody is changed who was read, somebody who was not, and somebody is added.
      if (pages === 1) for (const no of [3, 249, 250]) vendor().put?.(no, `Changed${no}`)
    }
    expect(pages).toBeLessThan(6)
    expect([names.size, names.get('N-249'), names.get('N-250')]).toEqual([251, 'Changed249', 'Changed250'])
  })

  it('says while it lists everybody that it is away, and goes on from the same place', async () => {
    if (!vendor().open().all) return
    for (let no = 0; no < 150; no++) vendor().put?.(no, `Guest${no}`)
    const first = await vendor().open().all?.('')
    for (const [troubles, reason] of [
      [{ isDown: true }, 'down'],
      [{ throttled: 1 }, 'throttled'],
    ] as const) {
      vendor().setTroubles(troubles)
      expect(
        await caught(
          vendor()
            .open()
            .all?.(first?.next ?? '') ?? Promise.resolve(),
        ),
      ).toMatchObject({ reason })
    }
    vendor().setTroubles({})
    const second = await vendor()
      .open()
      .all?.(first?.next ?? '')
    expect([first?.found.length, second?.found.length, second?.isEnd]).toEqual([100, 50, true])
  })
}
