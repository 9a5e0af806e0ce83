/** Every night: pictures that nothing has used for a while are deleted. Safe to run twice. */
import type { Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { eachCabinet, logoOf } from '../../platform/cabinets/cabinets.ts'
import { cabinetsWithImages, sweepImages } from '../../platform/files/files.ts'
import { imagesInUse } from './sql.ts'

export const sweepPictures: Job<Nothing> = defineJob({
  name: 'sweep-pictures',
  shape: Nothing,
  every: '37 3 * * *',
  handle: (app) =>
    eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => cabinetsWithImages(tx, after, limit)),
      async (db) => {
        const logo = await logoOf(db)
        await sweepImages(db, [...(await imagesInUse(db)), ...(logo ? [logo] : [])], app.clock.now())
      },
    ),
})
