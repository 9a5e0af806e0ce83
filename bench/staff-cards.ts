/** What an owner changes that all issued cards show or are signed with: many are changed by a job, not by the call. */
import { certificates } from '../contract/cards/certificates.ts'
import { variables } from '../contract/cards/variables.ts'
import { tags } from '../contract/people/tags.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { issuePassCertificate, writeP12 } from '../server/engines/wallet/apple/test-authority.ts'
import { query } from '../test/direct-access.ts'
import type { TestServer } from '../test/server.ts'
import type { Step } from './read.ts'
import type { Sized } from './scale-rows.ts'

export function cardStepsOf(server: TestServer, { shop }: Sized): Record<string, Step> {
  const { c, owner, template } = shop
  const params = { c }
  return {
    'points are written in another way': async () => {
      const { name, logo, firstCardNumber, plastic, points, version } = await owner.send(cabinets.readGeneral, {
        params,
      })
      const style = { ...points, hasDecimals: !points.hasDecimals }
      const body = { name, logo, firstCardNumber, plastic, version, points: style }
      return () => owner.send(cabinets.saveGeneral, { params, body })
    },
    'a variable on all cards gets a new default value': async (n) => {
      const body = { name: `motto${n}`, defaultValue: 'Hop', description: '' }
      const made = await owner.send(variables.createVariable, { params, body })
      await query(
        server,
        `update templates set design = jsonb_set(design, '{fields,left,value}', to_jsonb('{' || $3::text || '}'))
         where cabinet_id = $1 and id = $2`,
        [c, template, body.name],
      )
      const input = { params: { c, id: made.id }, body: { ...body, defaultValue: 'Hip' } }
      return () => owner.send(variables.saveVariable, input)
    },
    // First one of their own instead of the test certificate, then that one is renewed.
    'a certificate of all cards is activated': async () => {
      const order = { passTypeIdentifier: `pass.example.size${c}`, teamIdentifier: 'BENCHTEAM1' }
      const file = new Blob([
        new Uint8Array(writeP12(await issuePassCertificate(server.authority, order), 'Open-me', { legacy: false })),
      ])
      await owner.send(certificates.uploadApple, { params, body: { password: 'Open-me' }, file })
      return () => owner.send(certificates.activateApple, { params })
    },
    'a tag of all is renamed': async (n) => {
      const tag = await owner.send(tags.createTag, { params, body: { name: `All ${n}` } })
      await query(
        server,
        `insert into client_tags (cabinet_id, tag_id, client_id)
         select cabinet_id, $2, id from clients where cabinet_id = $1`,
        [c, tag.id],
      )
      return () => owner.send(tags.renameTag, { params: { c, tagId: tag.id }, body: { name: `Everybody ${n}` } })
    },
  }
}
