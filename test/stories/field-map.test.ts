import { describe, expect, it } from 'vitest'
import { integration } from '../../contract/business/integration.ts'
import { clients } from '../../contract/people/clients.ts'
import type { UrlShop } from '../../server/engines/crm/url/emulator/emulator.ts'
import { query } from '../direct-access.ts'
import { appears } from './browser.ts'
import { c, complaints, openDeskStory, owner, page, server } from './desk-story.ts'

/** An owner maps a variable to a field of the CRM, lets another one be created, and settles what both sides changed. */
describe('the field map of a CRM, in a browser', () => {
  openDeskStory()
  const shop = () => server.outside.crms.of<UrlShop>('url')
  const cecil = () => [...shop().customers.values()].find(({ name }) => name === 'Cecil')
  const client = async () => (await owner.send(clients.listClients, { params: { c }, query: { q: 'Cecil' } })).data[0]
  const roast = async () => {
    const { id = '' } = (await client()) ?? {}
    return (await owner.send(clients.readClient, { params: { c, id } })).extra.roast
  }
  const fields = () => page.getByRole('region', { name: 'Fields' })
  const desk = () => page.getByRole('region', { name: 'Needs attention' })
  const changeThere = (value: string) => shop().change(cecil()?.customerId ?? '', { fields: { roast: value } })

  it('takes the match by name, and creates a field only after saying so', async () => {
    await appears(fields().getByText('No fields are synced yet.'))
    await fields().getByRole('button', { name: 'Edit fields' }).click()
    await fields().getByRole('button', { name: 'Fill in 1 match' }).click()
    await fields().getByRole('combobox', { name: 'Field in URL for Card link' }).click()
    await page.getByRole('option', { name: 'Create “Card link”' }).click()
    await fields().getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog')
    await appears(question.getByText('Card link (text)'))
    expect(shop().books.fields.map(({ name }) => name)).toEqual(['Favourite roast', 'Regular since'])
    await question.getByRole('button', { name: 'Create fields' }).click()
    await appears(fields().getByText('2 fields are synced.'))
    expect(shop().books.fields.map(({ name }) => name)).toEqual(['Favourite roast', 'Regular since', 'Card link'])
  })

  it('the value that the CRM has comes here', async () => {
    changeThere('light')
    await desk().getByRole('button', { name: 'Receive now' }).click()
    await expect.poll(roast).toBe('light')
  })

  it('a value that both sides have changed is for the owner to decide', async () => {
    await query(
      server,
      `update clients set extra = '{"roast": "dark"}', version = version + 1 where cabinet_id = $1 and name = 'Cecil'`,
      [c],
    )
    changeThere('medium')
    await page.reload()
    await desk().getByRole('button', { name: 'Receive now' }).click()
    const inTrouble = async () =>
      (await owner.send(integration.readDesk, { params: { c }, query: { trouble: 'field' } })).field
    await expect.poll(inTrouble).toBe(1)
    await page.reload()
    const row = desk().getByRole('listitem').filter({ hasText: 'Cecil' })
    await appears(row.getByText('Favourite roast was changed on both sides: “dark” here, “medium” in URL.'))
    await row.getByRole('button', { name: 'Take “medium”' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await roast()).toBe('medium')
  })

  it('a field that was deleted in the CRM is told', async () => {
    shop().books.fields.splice(0, 1)
    await desk().getByRole('button', { name: 'Receive now' }).click()
    const states = async () =>
      (await owner.send(integration.readFieldMap, { params: { c } }))?.links.map(({ state }) => state)
    await expect.poll(states).toEqual(['gone', 'ok'])
    await page.reload()
    await appears(fields().getByText('“Favourite roast” isn’t in URL any more.'))
    expect(complaints).toEqual([])
  })
})
