import { describe, expect, it } from 'vitest'
import { clients } from '../../contract/people/clients.ts'
import { query } from '../direct-access.ts'
import type { UrlShop } from '../../server/engines/crm/url/emulator/emulator.ts'
import { appears } from './browser.ts'
import { c, complaints, openDeskStory, owner, page, server } from './desk-story.ts'

/** An owner whose CRM knows one client twice and refuses another one puts both right, without waiting for a day. */
describe('clients in trouble with a CRM, in a browser', () => {
  openDeskStory()
  const desk = () => page.getByRole('region', { name: 'Needs attention' })
  const row = (name: string) => desk().getByRole('listitem').filter({ hasText: name })
  const clientNamed = async (name: string) =>
    (await owner.send(clients.listClients, { params: { c }, query: { q: name } })).data[0]
  const isGone = (name: string) => row(name).waitFor({ state: 'detached' })

  it('links the one that is there twice with the right person, and the card has the points', async () => {
    await appears(row('Adele').getByText('Several people in URL have this phone number.'))
    await row('Adele').getByRole('button', { name: 'Choose the person' }).click()
    const drawer = page.getByRole('dialog')
    const foster = drawer.getByRole('region', { name: 'Adele Foster' })
    await appears(foster.getByText('120', { exact: true }).last())
    await foster.getByRole('button', { name: 'Link' }).click()
    await appears(page.getByText('Linked', { exact: true }))
    await isGone('Adele')
    expect((await clientNamed('Adele'))?.bonusMinor).toBe(120_00)
  })

  it('links her with the other person after all, from her own page, and takes that back', async () => {
    const id = (await clientNamed('Adele'))?.id ?? ''
    await page.goto(`${server.url}/#/tilda-shop/clients/${id}`)
    const card = page.getByRole('region', { name: 'CRM' })
    await card.getByRole('link', { name: 'Change the person' }).click()
    const drawer = page.getByRole('dialog')
    await appears(drawer.getByText('Currently linked', { exact: true }))
    const other = drawer.getByRole('region', { name: 'A.' })
    await appears(other.getByText('120', { exact: true }).last())
    await other.getByRole('button', { name: 'Link' }).click()
    await appears(card.getByText('Linked with someone else: K-1001 → K-1002'))
    await card.getByRole('button', { name: 'Undo' }).click()
    await appears(card.getByText('undone'))
    await expect.poll(async () => (await clientNamed('Adele'))?.bonusMinor).toBe(120_00)
    await page.goto(`${server.url}/#/tilda-shop/integration`)
  })

  it('tries the refused one again after its phone was corrected, on the same day', async () => {
    await appears(row('Bruno').getByText('URL says: Wrong phone'))
    await appears(row('Bruno').getByText('The CRM refused this client for a reason of its own.'))
    await row('Bruno').getByRole('link', { name: 'Bruno' }).click()
    const card = page.getByRole('region', { name: 'CRM' })
    await appears(card.getByText('The CRM rejected this client: it gives a reason of its own'))
    await appears(card.getByText('In its own words: Wrong phone'))
    await page.goBack()
    await query(
      server,
      `update clients set tel = '+420601990002', version = version + 1 where cabinet_id = $1 and name = 'Bruno'`,
      [c],
    )
    await row('Bruno').getByRole('button', { name: 'Try again' }).click()
    await isGone('Bruno')
    await appears(desk().getByText('Every client is fine.'))
    const added = [...server.outside.crms.of<UrlShop>('url').customers.values()].filter(
      ({ phone }) => phone === '+420601990002',
    )
    expect(added).toHaveLength(1)
  })

  it('takes over now what was changed there', async () => {
    server.outside.crms.of<UrlShop>('url').change('K-1001', { bonus: 133.5 })
    await desk().getByRole('button', { name: 'Receive now' }).click()
    await expect.poll(async () => (await clientNamed('Adele'))?.bonusMinor).toBe(133_50)
  })

  it('leaves a client out after the moment in which that can be undone', async () => {
    await query(
      server,
      `update crm_clients set fault = 'Blocked' where cabinet_id = $1
        and client_id = (select id from clients where cabinet_id = $1 and name = 'Cecil')`,
      [c],
    )
    await page.reload()
    const skip = async () => {
      await row('Cecil').getByRole('button', { name: 'Don’t sync' }).click()
      // A toast that comes up under the mouse stays.
      await page.mouse.move(0, 0)
    }
    await skip()
    await isGone('Cecil')
    await page.getByRole('button', { name: 'Undo' }).click()
    await appears(row('Cecil'))
    expect((await clientNamed('Cecil'))?.sync).toBe('failed')
    await skip()
    await expect.poll(async () => (await clientNamed('Cecil'))?.sync).toBe('off')
    expect(complaints).toEqual([])
  })
})
