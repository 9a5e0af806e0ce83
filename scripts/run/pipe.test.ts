import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openPipe } from './pipe.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  ['session=secret; wallet_account=phone-1; visitor=secret', 'wallet_account=phone-1'],
  ['session=secret; not_wallet_account=phone-1', 'none'],
])('of the cookies "%s" only that of the emulated Google goes on', async (cookie, expected) => {
  const emulators = await serve((request, response) => void response.end(request.headers.cookie ?? 'none'))
  const pipe = openPipe(emulators, '/outside')
  const product = await serve((request, response) => pipe.handle(request, response))
  expect(await (await fetch(product, { headers: { cookie } })).text()).toBe(expected)
})
