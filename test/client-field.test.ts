import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'client-field-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** One field of each kind, as a line of the declaration; the test adds them all. */
const FIELDS = {
  company: "{ kind: 'text', maxLength: 80, autoComplete: 'organization' }",
  wedding: "{ kind: 'date' }",
  children: "{ kind: 'number', min: 0, max: 20 }",
  isVegan: "{ kind: 'flag' }",
  level: "{ kind: 'choice', values: ['silver', 'gold'] }",
}
type Field = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as Field[]

/** Code files that new fields of a client need, besides the migration that adds the columns. */
const CHANGES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'contract/people/client-fields.ts': [
    '  middlename: {',
    `${NAMES.map((name) => `  ${name}: ${FIELDS[name]},\n`).join('')}  middlename: {`,
  ],
}

/** A value of each kind as it is kept, and as a form or an input has it. */
const KEPT = { company: 'Bean & Co', wedding: '2020-02-29', children: 2, isVegan: true, level: 'gold' }
const TYPED = { company: 'Bean & Co', wedding: '2020-02-29', children: '2', isVegan: '1', level: 'gold' }
const NONSENSE = { company: 'x'.repeat(81), wedding: 'soon', children: '21', level: 'bronze' }

/** Whether the places that show a client have the new fields; runs in a process of the changed copy. */
const QUESTION = `
  const { names, kept, typed, nonsense } = JSON.parse(process.argv[1])
  const [{ openapi }, { CLIENT_VARIABLES }, { EXPORT_COLUMNS }, { Client, ClientInput }, fields, columns,
    { clientLines }, drafts, kinds] = await Promise.all([
    import('./contract/openapi.ts'), import('./contract/people/forms.ts'), import('./contract/limits.ts'),
    import('./contract/people/clients.ts'), import('./contract/people/client-fields.ts'),
    import('./server/people/clients/columns.ts'), import('./server/people/exports/csv.ts'),
    import('./web/people/clients/client-draft.ts'), import('./web/people/forms/field-kinds.ts'),
  ])
  const { get, put } = openapi('1.0.0').paths['/api/applications/{c}/clients/{id}']
  const read = get.responses[200].content['application/json'].schema.properties.data.properties
  const saved = put.requestBody.content['application/json'].schema.properties
  const blank = { template: {}, balanceMinor: 0, bonusMinor: 0, discountHundredths: 0, name: 'A', surname: '',
    middlename: '', privilege: '', tel: '', email: '', promoCode: '', extra: {}, birthday: null, sex: null }
  const draft = { ...drafts.draftOf({ ...blank, ...kept }), template: crypto.randomUUID() }
  const variables = [{ key: 'a', type: 'string' }, { key: 'a', type: 'date' }, { key: 'a', type: 'checkbox' },
    { key: 'a', type: 'list' }].map((field) => kinds.variableChoices({ ...field, variableName: '' }, [], [])
    .map((choice) => choice.name))
  const input = drafts.readDraft(draft, 1, () => false).input
  console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, {
    read: name in read && Client.shape[name].safeParse(kept[name]).success,
    saved: name in saved && ClientInput.shape[name].safeParse(kept[name]).success,
    column: columns.COLUMNS[name],
    exported: EXPORT_COLUMNS.includes(name) && clientLines([kept],
      { columns: [name], variables: [], lang: 'en', forms: new Map() }).trim(),
    reserved: CLIENT_VARIABLES.includes(name) && kinds.isClientVariable(name),
    asked: variables.findIndex((all) => all.includes(name)),
    entered: fields.valueOfField(fields.clientField(name), typed[name]),
    draft: draft[name],
    edited: input[name],
    refused: Object.keys(drafts.readDraft({ ...draft, [name]: nonsense[name] ?? '' }, 1, () => false).faults ?? {}),
    emptied: drafts.readDraft({ ...draft, [name]: '' }, 1, () => false).input?.[name],
  }]))))
`

it('a field of a client is declared in one file, whatever its kind, and is known wherever a client is', () => {
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
  const facts = JSON.stringify({ names: NAMES, kept: KEPT, typed: TYPED, nonsense: NONSENSE })
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', QUESTION, facts], {
    cwd: copy,
    encoding: 'utf8',
  })
  const known = (name: Field, own: object) => ({
    read: true,
    saved: true,
    column: name,
    reserved: true,
    entered: KEPT[name],
    draft: TYPED[name],
    edited: KEPT[name],
    refused: [name],
    emptied: null,
    ...own,
  })
  expect(JSON.parse(answer)).toEqual({
    // `asked`: by a text, a date, a checkbox or a list of a form; a number by none.
    company: known('company', { exported: '"Bean & Co"', asked: 0, emptied: '' }),
    wedding: known('wedding', { exported: '"2020-02-29"', asked: 1 }),
    children: known('children', { exported: '"2"', asked: -1 }),
    isVegan: known('isVegan', { exported: '"1"', asked: 2, refused: [], emptied: false }),
    level: known('level', { exported: '"gold"', asked: 3 }),
  })
})
