import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { openapi, publishedCalls } from '../contract/openapi.ts'

type Operation = { summary: string; description: string; operationId: string }
type Document = { paths: Record<string, Record<string, Operation>> }

const documented = () => openapi('1.0.0') as Document
const spectral = new Spectral()
spectral.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] })

/** What Spectral reports of a document, as `rule: place`. */
async function faultsOf(document: object): Promise<string[]> {
  const found = await spectral.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)
  return found.map(({ code, path }) => `${code}: ${path.join('/')}`)
}

it('follows all recommended rules of Spectral', async () => {
  expect(await faultsOf(documented())).toEqual([])
})

it('is looked at by Spectral indeed', async () => {
  const broken = documented()
  const client = broken.paths['/api/applications/{c}/clients/{id}']
  if (!client?.get || !client.put) throw new Error('there is no client in the document')
  client.get.operationId = client.put.operationId
  client.put.description = ''
  expect(new Set((await faultsOf(broken)).map((fault) => fault.split(':')[0]))).toEqual(
    new Set(['operation-operationId-unique', 'operation-description']),
  )
})

it('names every call with a verb, gives it a title and whole sentences', () => {
  const titles = publishedCalls().map(({ one }) => one.summary)
  for (const { operationId, one } of publishedCalls()) {
    expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]*)*$/)
    expect([operationId, one.summary]).toEqual([operationId, expect.stringMatching(/^[A-Z][^.]{3,60}$/)])
    expect([operationId, one.description]).toEqual([operationId, expect.stringMatching(/^[A-Z].{10,}[.]$/)])
  }
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([])
})

it('states the unit of amounts', () => {
  const operations = Object.values(documented().paths).flatMap((path) => Object.values(path))
  const silent = operations.filter(
    (one) => /"\w+Minor"/.test(JSON.stringify(one)) && !one.description.includes('smallest currency unit'),
  )
  expect(silent.map(({ operationId }) => operationId)).toEqual([])
})
