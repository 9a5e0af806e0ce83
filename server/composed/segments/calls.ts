/** Segments with the pushes, triggers and saved views that use them. */
import { type Segment, segments as contract, type SegmentUse } from '../../../contract/people/segments.ts'
import { answer } from '../../base/answer.ts'
import { requireRight } from '../../base/member-rights.ts'
import type { CabinetDb } from '../../base/db.ts'
import { viewsFilteredBy } from '../../people/clients/clients.ts'
import * as segments from '../../people/segments/segments.ts'
import { pushesOfSegments } from '../../reach/pushes/pushes.ts'
import { triggersOfSegments } from '../../reach/triggers/triggers.ts'

type Use = SegmentUse & { segment: string }

async function usesOf(db: CabinetDb, ids: readonly string[]): Promise<Use[]> {
  return [
    ...(await triggersOfSegments(db, ids)).map((one) => ({ kind: 'trigger' as const, ...one })),
    ...(await pushesOfSegments(db, ids)).map((one) => ({ kind: 'push' as const, ...one })),
    ...(await viewsFilteredBy(db, 'segment', ids)).map(({ of, ...one }) => ({
      kind: 'view' as const,
      segment: of,
      ...one,
    })),
  ]
}

async function withUses(db: CabinetDb, rows: readonly segments.OwnSegment[]): Promise<Segment[]> {
  const uses = await usesOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    usedBy: uses.filter((use) => use.segment === row.id).map(({ kind, id, name }) => ({ kind, id, name })),
  }))
}

async function whole(db: CabinetDb, row: segments.OwnSegment): Promise<Segment> {
  const [segment] = await withUses(db, [row])
  return segment as Segment
}

const { listSegments, createSegment, readSegment, saveSegment, removeSegment } = contract

export const answered = answer(
  { listSegments, createSegment, readSegment, saveSegment, removeSegment },
  {
    async listSegments({ app, db }, { query }) {
      const { data, meta } = await segments.listSegments(db, query, app.clock.now())
      return { data: await withUses(db, data), meta }
    },
    createSegment: async ({ app, db }) => whole(db, await segments.createSegment(app, db)),
    readSegment: async ({ app, db }, { params }) =>
      whole(db, await segments.readSegment(db, params.segmentId, app.clock.now())),
    saveSegment: async ({ app, db }, { params, body }) =>
      whole(db, await segments.saveSegment(db, params.segmentId, body, app.clock.now())),
    async removeSegment({ db, cabinet }, { params }) {
      await segments.removeSegment(db, params.segmentUuid, {
        usesOf: () => usesOf(db, [params.segmentUuid]),
        checkRight: () => requireRight(cabinet, 'delete'),
      })
      return {}
    },
  },
)
