/** A robot that has codes sent to neighbouring numbers, in any amount. */
import { describe, expect, it } from 'vitest'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { findForm } from '../server/people/forms/forms.ts'
import { type CodeSent, startCode } from '../server/people/verification/verification.ts'
import { left, server, shop, solved, TOGETHER, setUpVerifiedForm } from './verified-form.ts'

/** Registers the test. @param count a multiple of 125 */
export function proveCrowdIsStopped(count: number): void {
  setUpVerifiedForm()
  describe(`${count} sends to as many numbers of one neighbourhood`, () => {
    it('let twenty leave at most, with work done and without', async () => {
      const before = left()
      const some = (from: number) =>
        openForWork(server.app, shop.c, async (db) => {
          const form = await findForm(db, shop.formKey)
          const sends: (() => Promise<CodeSent>)[] = []
          for (let n = from; n < from + TOGETHER; n++) {
            const work = n % 10 === 0 ? await solved(db, form?.id ?? '') : ''
            sends.push(
              await startCode(server.app, db, {
                formId: form?.id ?? '',
                phone: `+42077355${String(n + 1).padStart(4, '0')}`,
                organisation: 'Cafe',
                lang: 'en',
                ip: `10.8.${n >> 8}.${n & 255}`,
                proof: work,
              }),
            )
          }
          return sends
        })
      const answers: CodeSent[] = []
      const waiting = Array.from({ length: count / TOGETHER }, (_, i) => i * TOGETHER)
      const lane = async () => {
        for (let from = waiting.shift(); from !== undefined; from = waiting.shift())
          for (const send of await some(from)) answers.push(await send())
      }
      await Promise.all([lane(), lane(), lane(), lane(), lane()])
      const kinds = Object.groupBy(answers, ({ kind }) => kind)
      expect([answers.length, kinds.on_its_way?.length, kinds.over_limit?.length, left() - before]).toEqual([
        count,
        20,
        count - 20,
        20,
      ])
    })
  })
}
