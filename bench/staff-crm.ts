/** What an owner changes with one call about a CRM that nearly everybody is linked with. */
import { integration, RESET_COMMAND } from '../contract/business/integration.ts'
import { CAREFUL_POLICY } from '../contract/business/crm-meeting.ts'
import { query } from '../test/direct-access.ts'
import { PASSWORD } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'
import type { Step } from './read.ts'
import type { Sized } from './scale-rows.ts'

/** Very many more than are forgotten in the call. */
const LINKED = 5_000
const FIELD = {
  ours: 'variable:Size',
  theirs: 'f1',
  direction: 'both',
  name: 'Size',
  kind: 'text',
  ourKind: 'text',
  state: 'ok',
}

export function crmStepsOf(server: TestServer, { shop: { c, owner } }: Sized): Record<string, Step> {
  const params = { c }
  const connected = async (begunAt: Date | null) => {
    const run = (text: string, values: readonly unknown[] = []) => query(server, text, [c, ...values])
    await run('delete from crm_clients where cabinet_id = $1')
    await run('delete from integrations where cabinet_id = $1')
    await run(
      `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, policy, begun_at,
         field_map, created_at, updated_at)
       values ($1, gen_random_uuid(), 'url', '{}', true, true, false, false, $2, $3, $4, now(), now())`,
      [CAREFUL_POLICY, begunAt, JSON.stringify([FIELD])],
    )
    await run(
      `insert into crm_clients (cabinet_id, client_id, crm_id, written_version, met_at, match, their_fields)
       select cabinet_id, id, 'G-' || card_number, version, now(), 'same', '{"f1": "M"}' from clients
       where cabinet_id = $1 and archived_at is null order by id limit ${LINKED}`,
    )
  }
  return {
    'a CRM of many is disconnected': async () => {
      await connected(new Date())
      const body = { command: RESET_COMMAND, password: PASSWORD }
      return () => owner.send(integration.removeIntegration, { params, body })
    },
    'a field of many is mapped anew': async () => {
      await connected(new Date())
      const { version } = (await owner.send(integration.readFieldMap, { params })) ?? { version: 0 }
      return () => owner.send(integration.saveFieldMap, { params, body: { links: [], version } })
    },
    'many are looked up in a CRM once more': async () => {
      await connected(null)
      return () => owner.send(integration.lookUpClients, { params })
    },
  }
}
