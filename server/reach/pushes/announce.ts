/** Notifies the wallets of changed cards; messages that waited for the same phones are settled with it. */
import type { Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import * as passes from '../passes/passes.ts'
import { settleWith } from './settle.ts'

type Announced = Parameters<typeof passes.announce>[1]

export const announceCards: Job<Announced> = defineJob({
  ...passes.announceOrder,
  handle: (app, announced) => passes.announce(app, announced, settleWith(app)),
  giveUp: (app, announced) => passes.announceLater(app, announced),
})
