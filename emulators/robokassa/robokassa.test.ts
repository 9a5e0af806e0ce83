import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRobokassa, type Robokassa } from './robokassa.ts'

const SHOP = { login: 'shop', password1: 'one', password2: 'two', hash: 'md5' as const }
let robokassa: Robokassa
let url: string
let stop: () => void

beforeAll(async () => {
  robokassa = await createRobokassa({ prefix: '/pay', shop: SHOP, shopUrl: 'http://127.0.0.1:9' })
  const server = createServer(robokassa.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`
  stop = () => server.close()
})
afterAll(() => stop())

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const link = (number: string, change: Record<string, string> = {}) => {
  const fields = { MerchantLogin: 'shop', OutSum: '10.00', InvId: number, Shp_b: '2', Shp_a: '1' }
  const SignatureValue = md5(`shop:10.00:${number}:one:Shp_a=1:Shp_b=2`)
  return `${url}/Merchant/Index.aspx?${new URLSearchParams({ ...fields, SignatureValue, ...change })}`
}
const textOf = async (address: string) => (await fetch(address)).text()

it('shows an order whose link is signed, and the number of the error otherwise', async () => {
  expect(await textOf(link('1'))).toContain('10.00')
  expect(await textOf(link('1', { OutSum: '9.00' }))).toContain('Error 29')
  expect(await textOf(link('1', { Shp_a: '3' }))).toContain('Error 29')
  expect(await textOf(link('1', { MerchantLogin: 'other' }))).toContain('Error 26')
})

it('takes a number once, and leads back to where the payer came from', async () => {
  await textOf(link('2'))
  const body = new URLSearchParams({ login: 'shop', number: '2', act: 'cancel' })
  const back = await fetch(`${url}/pay`, { method: 'POST', body, redirect: 'manual' })
  expect(back.headers.get('location')).toBe('http://127.0.0.1:9/fail?OutSum=10.00&InvId=2&Culture=en&Shp_b=2&Shp_a=1')
  expect(await textOf(link('2'))).toContain('Error 40')
})

it('answers questions to the shop that signs them', async () => {
  await textOf(link('3'))
  const ask = (number: string, signature: string, login = 'shop') => {
    const query = new URLSearchParams({ MerchantLogin: login, InvoiceID: number, Signature: signature })
    return textOf(`${url}/Merchant/WebService/Service.asmx/OpStateExt?${query}`)
  }
  expect(await ask('3', md5('shop:3:two'))).toContain('<State><Code>5</Code></State>')
  expect(await ask('3', md5('shop:3:one'))).toContain('<Result><Code>1</Code></Result>')
  expect(await ask('9', md5('shop:9:two'))).toContain('<Result><Code>3</Code></Result>')
  expect(await ask('3', md5('x:3:two'), 'x')).toContain('<Result><Code>2</Code></Result>')
  robokassa.setState(3, 100)
  expect(await ask('3', md5('shop:3:two'))).toContain('<OutSum>10.00</OutSum>')
})
