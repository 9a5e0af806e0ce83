/** A till that speaks JSON, for the door alone: the connector SELF answers it while a file of tests runs. */
import { connectorOf } from '../server/engines/crm/crm.ts'
import type { Serve, Shop, TillDocument } from '../server/engines/crm/serve.ts'
import { integration } from '../contract/business/integration.ts'
import { at, codeOf, right, save, shop } from './crm-story.ts'
import { expect } from 'vitest'

type Asked = { find?: string; document?: TillDocument; crash?: boolean }
type Till = { serve: Serve; earns: boolean }

const json = (status: number, value: unknown) => ({ status, type: 'application/json', body: JSON.stringify(value) })

async function take(asked: Asked, { find, settle }: Shop) {
  const answer = asked.find === undefined ? undefined : ((await find(asked.find)) ?? null)
  const settled = asked.document && (await settle(asked.document))
  if (asked.crash) throw new Error('the process ends here')
  return asked.document ? settled : answer
}

/** Served from now on. */
export function openTill(): Till {
  const till: Till = {
    earns: false,
    serve: {
      answer: async ({ body, path }, atHand) =>
        path === 'ask' ? json(200, await take(JSON.parse(body) as Asked, atHand)) : json(400, path),
      away: () => json(503, 'away'),
      earns: () => till.earns,
    },
  }
  Object.assign(connectorOf('self') ?? {}, { serve: till.serve })
  return till
}

/** @returns the address that the owner copies */
export async function connectTill(type = 'self', settings: Record<string, string> = {}): Promise<string> {
  const flags = { read: false, write: false, rewrite: false }
  expect(codeOf(await save(right({ type, settings, flags })))).toEqual([200, undefined])
  await shop.owner.send(integration.activateIntegration, { params: at() })
  return addressNow()
}

async function addressNow(): Promise<string> {
  const till = await shop.owner.send(integration.readCrmTill, { params: at() })
  if (!till) throw new Error('there is no address')
  return till.address
}

export async function ask(address: string, asked: Asked | string, path = '/ask') {
  const body = typeof asked === 'string' ? asked : JSON.stringify(asked)
  const answer = await fetch(address + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const text = await answer.text()
  return { status: answer.status, text, value: text === '' ? undefined : (JSON.parse(text) as unknown) }
}
