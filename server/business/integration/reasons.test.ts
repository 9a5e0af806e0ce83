import { expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { KEYS, type Moysklad } from '../../engines/crm/moysklad/emulator/emulator.ts'
import {
  at,
  begin,
  codeOf,
  connect,
  newClient,
  openCrmServer,
  right,
  save,
  server,
  shop,
  sync,
} from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'

openCrmServer()
const onDesk = async () => (await shop.owner.send(integration.readDesk, { params: at(), query: {} })).clients

it('says what a refusal means where its code is known, beside the words of the CRM', async () => {
  const moysklad = server.outside.crms.of<Moysklad>('moysklad')
  const { tel } = await newClient('Anna')
  moysklad.refused.add(tel)
  const settings = {
    server: `${server.url}/outside/crm/moysklad`,
    login: KEYS.login,
    password: KEYS.password,
    bonusProgram: moysklad.program,
  }
  expect(codeOf(await save(right({ type: 'moysklad', settings })))).toEqual([200, undefined])
  await shop.owner.send(integration.activateIntegration, { params: at() })
  await begin()
  await sync()
  await server.drainJobs()
  moysklad.refused.clear()
  const refused = { reason: 'phone', fault: 'The phone is not valid' }
  const [anna] = await onDesk()
  expect(anna).toMatchObject({ name: 'Anna', ...refused })
  const of = { params: { ...at(), id: anna?.id ?? '' } }
  expect(await shop.owner.send(integration.readClientSync, of)).toMatchObject(refused)
})

it('says nothing of its own where it is not', async () => {
  const { id } = await newClient('Bruno')
  await query(server, `update clients set tel = '+000000000' where id = $1`, [id])
  await connect()
  await sync()
  await server.drainJobs()
  expect(await onDesk()).toMatchObject([{ name: 'Bruno', reason: null, fault: 'Wrong phone' }])
})
