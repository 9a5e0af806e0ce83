import { growth as contract } from '../../../contract/people/growth.ts'
import { answer } from '../../base/answer.ts'
import { growthFile } from './csv.ts'
import { readGrowth } from './growth.ts'

export const answered = answer(contract, {
  readGrowth: ({ app, db }, { query }) => readGrowth(db, query, app.clock.now()),
  async downloadGrowth({ app, db, lang }, { query }) {
    const read = await readGrowth(db, query, app.clock.now())
    return {
      bytes: Buffer.from(growthFile(read, lang)),
      type: 'text/csv; charset=utf-8',
      name: `growth-${read.from}-${read.to}.csv`,
    }
  },
})
