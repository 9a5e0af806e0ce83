/**
 * The published document of the API, for people who write programs: the contract of this very version of the server.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openapi } from '../../../contract/openapi.ts'

const PACKAGE = join(import.meta.dirname, '../../../package.json')

export function serveApiDocument(http: FastifyInstance): void {
  let text: string | undefined
  http.get('/api/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(openapi((JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(text)
  })
}
