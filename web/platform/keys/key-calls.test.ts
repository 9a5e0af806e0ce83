import { describe, expect, it } from 'vitest'
import { EXAMPLE_BODIES } from '../../../contract/examples.ts'
import { wordsOf } from '../../../words/say.ts'
import { curlOf, pathFor } from '../../base/api-command.ts'
import { keyCalls } from './key-calls.ts'

const calls = keyCalls()
/** An example with its words in capitals replaced by values. */
const filled = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/"[A-Z]+_ID"/g, `"${crypto.randomUUID()}"`))

describe('the calls that a key can make', () => {
  it('are all listed and described, and no others', () => {
    expect(calls.length).toBeGreaterThan(15)
    expect(calls.map(({ name }) => name).sort()).toEqual(Object.keys(wordsOf('en').keys.calls).sort())
  })

  it('have a valid example when they take a body', () => {
    const withBody = calls.filter(({ one }) => one.body.type !== 'undefined')
    expect(withBody.map(({ name, one }) => one.operationId ?? name).sort()).toEqual(Object.keys(EXAMPLE_BODIES).sort())
    for (const { name, one } of withBody)
      expect([name, one.body.safeParse(filled(EXAMPLE_BODIES[one.operationId ?? name] ?? {})).error?.issues]).toEqual([
        name,
        undefined,
      ])
  })

  it('have a command with placeholders only in capitals', () => {
    const paths = calls.map(({ one }) => pathFor(one, 7))
    expect(paths.filter((path) => /[{}]/.test(path))).toEqual([])
    expect(new Set(paths.flatMap((path) => path.match(/[A-Z][A-Z_]+/g) ?? []))).toEqual(
      new Set([
        'CLIENT_ID',
        'CARD_ID',
        'EVENT_ID',
        'PUSH_ID',
        'PLACE_ID',
        'TEMPLATE_ID',
        'FORM_KEY',
        'SEGMENT_ID',
        'TAG_ID',
      ]),
    )
  })

  it('have a command that a shell reads as meant', () => {
    const save = calls.find(({ name }) => name === 'sendMessage')
    if (!save) throw new Error('there is no such call')
    expect(curlOf(save, 'https://cards.example', 7)).toBe(
      [
        "curl -X POST 'https://cards.example/api/applications/7/clients/CLIENT_ID/push/send' \\",
        '  -H "Authorization: Bearer $API_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"message":"Your table is ready"}'`,
      ].join('\n'),
    )
  })
})
