/** What a call was about, from its path in the audit log, with the name that it has now. */
import type { ActivityRow, SubjectKind } from '../../../contract/business/activity.ts'
import type { CabinetDb } from '../../base/db.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { clientsByIds, nameOfClient } from '../../people/clients/clients.ts'
import { formNames } from '../../people/forms/forms.ts'
import { segmentNames } from '../../people/segments/segments.ts'
import { pushNames } from '../../reach/pushes/pushes.ts'
import { triggerNames } from '../../reach/triggers/triggers.ts'

type Subject = NonNullable<ActivityRow['subject']>
type Names = ReadonlyMap<string, string>

const KINDS: Readonly<Record<string, SubjectKind>> = {
  clients: 'client',
  templates: 'template',
  forms: 'form',
  segments: 'segment',
  pushes: 'push',
  triggers: 'trigger',
}

/** Their ids are of something else. */
const LEFT_OUT: ReadonlySet<string> = new Set(['templates.uploadImage'])

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** @param path as the audit log has it, or the path of what was created */
function subjectOf(call: string, path: string): { kind: SubjectKind; id: string } | undefined {
  const kind = KINDS[call.split('.')[0] ?? '']
  if (kind === undefined || LEFT_OUT.has(call)) return undefined
  const id = kind === 'form' ? /\/form\/([\w-]+)$/.exec(path)?.[1] : path.match(UUID)?.at(-1)
  return id === undefined ? undefined : { kind, id }
}

const READ: Readonly<Record<SubjectKind, (db: CabinetDb, ids: readonly string[]) => Promise<Names>>> = {
  client: async (db, ids) => new Map((await clientsByIds(db, ids)).map((one) => [one.id, nameOfClient(one)])),
  template: async (db) => new Map((await templateNames(db)).map((one) => [one.id, one.name])),
  form: (db) => formNames(db, 'form_key'),
  segment: (db, ids) => segmentNames(db, ids),
  push: (db, ids) => pushNames(db, ids),
  trigger: (db, ids) => triggerNames(db, ids),
}

/** @returns the subject of each row that has one, by the id of the row */
export async function readSubjects(
  db: CabinetDb,
  rows: readonly { id: string; call: string; path: string }[],
): Promise<ReadonlyMap<string, Subject>> {
  const found = rows.flatMap((row) => {
    const subject = subjectOf(row.call, row.path)
    return subject ? [{ row: row.id, ...subject }] : []
  })
  const subjects = new Map<string, Subject>()
  for (const [kind, group] of Map.groupBy(found, (one) => one.kind)) {
    const names = await READ[kind](db, [...new Set(group.map((one) => one.id))])
    for (const { row, id } of group) subjects.set(row, { kind, id, name: names.get(id) ?? null })
  }
  return subjects
}
