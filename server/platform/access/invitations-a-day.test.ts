import { describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { INVITES_A_DAY } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { invite, server, setUpAccess } from '../../../test/access.ts'
import { tally } from '../../../test/direct-access.ts'
import { openShop } from '../../../test/people.ts'

setUpAccess()

describe('invitations in a day', () => {
  const { demo, perAddress } = INVITES_A_DAY
  const toNextDay = () => server.passTime(DAY_MS - (server.now().getTime() % DAY_MS))

  it('are ten of a business on the demo, although each is revoked at once', async () => {
    const lure = await openShop(server, 'Lure')
    toNextDay()
    const statuses: number[] = []
    let refused: Awaited<ReturnType<typeof invite>> | undefined
    for (let i = 0; i < demo + 2; i++) {
      const response = await invite(`victim${i}@people.example`, lure)
      statuses.push(response.status)
      if (response.status === 429) refused = response
      else await lure.owner.send(access.revokeInvite, { params: { c: lure.c, email: `victim${i}@people.example` } })
    }
    expect(tally(statuses)).toEqual({ 201: demo, 429: 2 })
    expect(refused?.body.error).toMatchObject({
      code: 'invite_limit',
      detail: { next: expect.stringMatching(/^\d\d\.\d\d\. \d\d:\d\d$/) as string },
    })
    toNextDay()
    expect((await invite('later@people.example', lure)).status).toBe(201)
  })

  it('to one address are twenty from all businesses together', async () => {
    toNextDay()
    const statuses: number[] = []
    for (const name of ['Flooda', 'Floodb', 'Floodc']) {
      const flood = await openShop(server, name)
      for (let i = 0; i < demo; i++) statuses.push((await invite('flooded@people.example', flood)).status)
    }
    expect(tally(statuses)).toEqual({ 201: perAddress, 429: 3 * demo - perAddress })
  })
})
