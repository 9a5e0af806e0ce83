/** What staff do with files of very many clients and with changes of very many: jobs do the work, not the calls. */
import { imports } from '../contract/people/imports.ts'
import { bulkEdits } from '../contract/reach/bulk-edits.ts'
import { erasures } from '../contract/reach/erasures.ts'
import { query } from '../test/direct-access.ts'
import type { TestServer } from '../test/server.ts'
import type { Step } from './read.ts'
import type { Sized } from './scale-rows.ts'

const LINES = 20_000

export function importStepsOf(server: TestServer, { shop }: Sized): Record<string, Step> {
  const { c, owner } = shop
  const rows = <R extends object>(text: string, values: readonly unknown[] = []) =>
    query<R>(server, text, [c, ...values])
  const of = (id: string) => ({ c, id })
  /** @param facts of a line, whose number is n */
  const newImport = async (state: 'checked' | 'running' | 'done', verdict: 'fresh' | 'added', facts: string) => {
    const [file] = await rows<{ id: string }>(
      `insert into client_imports (cabinet_id, id, made_by, lang, file_name, state, file, rows, parts, counts,
         created_at, expires_at)
       select $1, gen_random_uuid(), id, 'en', 'many.csv', $2, '{"columns": []}', $3::int, 0,
         jsonb_build_object($4::text, $3::int), now(), now() + interval '1 day' from users limit 1 returning id`,
      [state, LINES, verdict],
    )
    const id = file?.id ?? ''
    await rows(
      `insert into client_import_rows (cabinet_id, import_id, line, verdict, facts)
       select $1, $2, n, $4, ${facts} from generate_series(1, $3::int) n`,
      [id, LINES, verdict],
    )
    return id
  }
  const withNumbers = (from: number) => `jsonb_build_object('name', 'Anna', 'card_number', ${from} + n)`
  const clientWithNumber = async (n: number) =>
    (
      await rows<{ id: string; card_number: string }>(
        `select id, card_number::text from clients where cabinet_id = $1 and archived_at is null
         order by id desc offset $2 limit 1`,
        [200 + n],
      )
    )[0]
  return {
    'an import of many is started': async (n) => {
      const id = await newImport('checked', 'fresh', withNumbers(50_000_000 + n * LINES))
      return () => owner.send(imports.startImport, { params: of(id) })
    },
    'an import of many is undone': async () => {
      const id = await newImport('done', 'added', 'null')
      return () => owner.send(imports.undoImport, { params: of(id) })
    },
    'a file of many is deleted': async () => {
      const id = await newImport('checked', 'fresh', withNumbers(60_000_000))
      return () => owner.send(imports.deleteImport, { params: of(id) })
    },
    // No job works here, so the lines stay.
    'a client is erased beside an import of many': async (n) => {
      await rows(`update client_imports set state = 'done' where cabinet_id = $1`)
      await newImport('running', 'fresh', withNumbers(70_000_000 + n * LINES))
      const erase = async (no: number) => {
        const { id = '', card_number: number = '' } = (await clientWithNumber(no)) ?? {}
        const input = { params: of(id), body: { confirm: number.padStart(6, '0') } }
        return () => owner.send(erasures.eraseClient, input)
      }
      // So many new rows make a connection plan anew, whatever they are: that is not asked here.
      await (
        await erase(100 + n)
      )()
      return erase(n)
    },
    'a bulk edit of many is undone': async () => {
      await rows(`update bulk_edits set state = 'done' where cabinet_id = $1`)
      const [edit] = await rows<{ id: string }>(
        `insert into bulk_edits (cabinet_id, id, made_by, lang, action, state, total, done, counts, created_at,
           started_at, ended_at, expires_at)
         select $1, gen_random_uuid(), id, 'en', '{"kind": "archive"}', 'done', $2::int, $2::int,
           jsonb_build_object('changed', $2::int), now(), now(), now(), now() + interval '1 day'
         from users limit 1 returning id`,
        [LINES],
      )
      await rows(
        `insert into bulk_edit_rows (cabinet_id, edit_id, client_id, state)
         select $1, $2, id, 'changed' from clients where cabinet_id = $1 limit $3`,
        [edit?.id, LINES],
      )
      return () => owner.send(bulkEdits.undoBulkEdit, { params: of(edit?.id ?? '') })
    },
  }
}
