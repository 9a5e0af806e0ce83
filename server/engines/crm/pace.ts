/** Who shares the pace at which a vendor may be asked. */
import { createHash } from 'node:crypto'
import type { Pace, Settings } from './connector.ts'

/** Those who share a limit have the same key. Nothing can be read from it. */
export function paceKey(vendor: string, { scope }: Pace, { server = '', login = '', password = '' }: Settings): Buffer {
  const host = URL.canParse(server) ? new URL(server).host : ''
  const parts = { account: [host, login || password], address: [host], application: [] }[scope]
  return createHash('sha256')
    .update(JSON.stringify([vendor, ...parts]))
    .digest()
}
