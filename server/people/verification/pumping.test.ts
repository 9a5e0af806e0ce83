import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { easyProof, tally } from '../../../test/direct-access.ts'
import {
  counted,
  farApart,
  left,
  openPage,
  proof,
  server,
  shop,
  setUpVerifiedForm,
} from '../../../test/verified-form.ts'

setUpVerifiedForm()

describe('work for a code', () => {
  it('comes with the form, and its solution sends one code', async () => {
    const challenge = (await (await fetch(`${shop.formUrl.split('?')[0]}/proof`)).json()) as Parameters<
      typeof solveChallenge
    >[0]['challenge']
    const solution = await solveChallenge({ challenge, deriveKey })
    expect(solution?.counter).toBeGreaterThanOrEqual(500)
    const send = await openPage()
    const page = await send('+420773110001', JSON.stringify({ challenge, solution }))
    expect([page.status, page.html.includes('data-page="code"'), await counted()]).toEqual([
      200,
      true,
      expect.arrayContaining(['proof']),
    ])
  })

  it('sends one code, however often and however fast it is used again', async () => {
    const send = await openPage()
    const work = await proof()
    const before = left()
    const pages = await Promise.all(Array.from({ length: 50 }, (_, i) => send(farApart(i), work)))
    expect([tally(pages.map(({ status }) => status)), left() - before]).toEqual([{ 200: 1, 422: 49 }, 1])
    expect(
      pages.filter(({ html }) => html.includes('Send the form once more') && html.includes('value="Eva"')).length,
    ).toBe(49)
  })

  const changed =
    (
      change: (work: {
        challenge: { parameters: Record<string, unknown>; signature: string }
        solution: Record<string, unknown>
      }) => void,
    ) =>
    async () => {
      const work = JSON.parse(await proof())
      change(work)
      return JSON.stringify(work)
    }
  it.each<[string, () => Promise<string>]>([
    [
      'made easier',
      changed(({ challenge }) => {
        challenge.parameters.cost = 1
      }),
    ],
    [
      'made to last longer',
      changed(({ challenge }) => {
        challenge.parameters.expiresAt = Number(challenge.parameters.expiresAt) + 3600
      }),
    ],
    [
      'not solved',
      changed(({ solution }) => {
        solution.derivedKey = '00'.repeat(32)
      }),
    ],
    [
      'without its signature',
      changed(({ challenge }) => {
        challenge.signature = ''
      }),
    ],
    [
      'signed by somebody else',
      changed(({ challenge }) => {
        challenge.signature = challenge.signature.replaceAll(/[0-9]/g, '0')
      }),
    ],
    ['no work at all', async () => 'yes'],
    ['longer than any', async () => `${await proof()}${' '.repeat(3000)}`],
    [
      'ten minutes old',
      async () => {
        const work = await proof()
        server.passTime(10 * MINUTE_MS)
        return work
      },
    ],
    [
      'done for another form',
      async () => {
        const { formKey } = await shop.owner.send(forms.createForm, {
          params: { c: shop.c },
          body: { name: 'Second', template: shop.template },
        })
        return easyProof(server, { c: shop.c, formKey })
      },
    ],
  ])('%s: nothing leaves, nothing is counted', async (_, make) => {
    const work = await make()
    const send = await openPage()
    const [before, keys] = [left(), await counted()]
    const page = await send('+420773120001', work)
    expect([page.status, page.html.includes('Send the form once more'), left() - before, await counted()]).toEqual([
      422,
      true,
      0,
      keys,
    ])
  })

  it('is needed only in forms that check the phone', async () => {
    const { formKey } = await shop.owner.send(forms.createForm, {
      params: { c: shop.c },
      body: { name: 'Open', template: shop.template },
    })
    const at = `${server.url}/f/vera-shop/${formKey}`
    expect([(await fetch(`${at}/proof`)).status, (await (await fetch(at)).text()).includes('proof')]).toEqual([
      404,
      false,
    ])
  })
})

describe('a browser without a script', () => {
  it('gets its code; all of them get twenty a day, and browsers with a proof are not slowed down', async () => {
    const send = await openPage()
    const before = left()
    const pages = []
    for (let i = 0; i < 22; i++) pages.push(await send(farApart(100 + i), ''))
    expect([tally(pages.map(({ status }) => status)), left() - before]).toEqual([{ 200: 20, 429: 2 }, 20])
    expect([
      pages.at(-1)?.html.includes('codes to browsers with JavaScript'),
      pages.at(-1)?.html.includes('value="Eva"'),
    ]).toEqual([true, true])
    expect((await send(farApart(130), await proof())).status).toBe(200)
  })
})
