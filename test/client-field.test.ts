import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'client-field-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Code files that a new plain text of a client needs, besides the migration that adds the column. */
const CHANGES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'contract/people/client-fields.ts': [
    '  middlename: {',
    "  company: { maxLength: 80, autoComplete: 'organization' },\n  middlename: {",
  ],
}

/** Whether the places that show a client have the new field; runs in a process of the changed copy. */
const QUESTION = `
  const [{ openapi }, { CLIENT_VARIABLES }, { EXPORT_COLUMNS }, { COLUMNS }, { clientLines }, drafts, kinds] =
    await Promise.all([
    import('./contract/openapi.ts'), import('./contract/people/forms.ts'), import('./contract/limits.ts'),
    import('./server/people/clients/columns.ts'), import('./server/people/exports/csv.ts'),
    import('./web/people/clients/client-draft.ts'), import('./web/people/forms/field-kinds.ts'),
  ])
  const { get, put } = openapi('1.0.0').paths['/api/applications/{c}/clients/{id}']
  const field = { key: 'a', type: 'string', variableName: 'company' }
  console.log(JSON.stringify({
    read: 'company' in get.responses[200].content['application/json'].schema.properties.data.properties,
    saved: put.requestBody.content['application/json'].schema.properties.company?.maxLength,
    column: COLUMNS.company,
    exported: EXPORT_COLUMNS.includes('company')
      && clientLines([{ company: 'Bean & Co' }],
        { columns: ['company'], variables: [], lang: 'en', forms: new Map() }).trim(),
    asked: CLIENT_VARIABLES.includes('company') && kinds.isClientVariable('company'),
    draft: drafts.draftOf({
      company: 'Bean & Co', template: {}, balanceMinor: 0, bonusMinor: 0, discountHundredths: 0,
    }).company,
  }))
`

it('a plain text of a client is declared in one file, and is read, saved, exported, asked and edited', () => {
  for (const part of ['contract', 'server', 'web', 'words', 'card', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, [before, after]] of Object.entries(CHANGES)) {
    const text = readFileSync(join(copy, file), 'utf8')
    expect(text.split(before)).toHaveLength(2)
    writeFileSync(join(copy, file), text.replace(before, after))
  }
  // With the migration it makes two; four are allowed.
  expect(Object.keys(CHANGES).length + 1).toBeLessThanOrEqual(4)
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', QUESTION], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(JSON.parse(answer)).toEqual({
    read: true,
    saved: 80,
    column: 'company',
    exported: '"Bean & Co"',
    asked: true,
    draft: 'Bean & Co',
  })
})
