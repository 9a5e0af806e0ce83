/**
 * What a migration must not do while processes of the version before it still work on the database: take away or rename
 * what they use, or refuse what they write. What is old is taken away by a later version, when none of them is left.
 */

type Rule = { fault: string; pattern: RegExp; ofNewTables?: true; isOk?: RegExp }

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([\w".]+)`
const VOLATILE = /default[^,]*\b(gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b/

/** Of one action of an `alter table`. `ofNewTables`: harmless where the same file makes the table. */
const ACTIONS: readonly Rule[] = [
  { fault: 'drops a column', pattern: /^drop (?!constraint\b)/ },
  { fault: 'renames', pattern: /^rename\b/ },
  { fault: 'moves a table', pattern: /^set schema\b/ },
  { fault: 'changes a type', pattern: /^alter (?:column )?\S+ (?:set data )?type\b/ },
  { fault: 'expects a value', pattern: /^alter (?:column )?\S+ set not null/, ofNewTables: true },
  { fault: 'drops a default', pattern: /^alter (?:column )?\S+ drop default/, ofNewTables: true },
  {
    fault: 'adds a column that old inserts leave out',
    pattern: /^add (?:column )?.*\b(?:not null|primary key)/,
    isOk: /\bdefault\b|\bgenerated\b|^add (?:constraint|check|foreign|unique|primary|exclude)\b/,
    ofNewTables: true,
  },
  { fault: 'writes every row again', pattern: new RegExp(`^add (?:column )?.*${VOLATILE.source}`), ofNewTables: true },
  {
    fault: 'adds a condition',
    pattern: /^add (?:constraint|check|foreign|unique|primary|exclude)\b/,
    ofNewTables: true,
  },
  { fault: 'puts a wall around a table', pattern: /^enable row level security/, ofNewTables: true },
]

/** Of a whole statement; the first group is the name of what has to be new. */
const STATEMENTS: readonly Rule[] = [
  {
    fault: 'drops',
    pattern: new RegExp(
      `^drop (?:table|view|materialized view|type|domain|function|procedure|sequence|schema|policy|role) ${NAME}`,
    ),
    ofNewTables: true,
  },
  { fault: 'renames', pattern: /^alter (?!table\b).*\brename\b/ },
  { fault: 'takes rights away', pattern: /^(?:revoke|alter default privileges.*revoke)\b/ },
  { fault: 'empties a table', pattern: new RegExp(`^truncate (?:table )?${NAME}`), ofNewTables: true },
  {
    fault: 'adds a condition',
    pattern: new RegExp(`^create unique index (?:concurrently )?(?:if not exists )?\\S+ on ${NAME}`),
    ofNewTables: true,
  },
  { fault: 'puts a wall around a table', pattern: /^call build_wall\('(\w+)'/, ofNewTables: true },
]

/** Commas between brackets belong to one part. */
function splitOutside(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

const bare = (name = '') => name.replaceAll('"', '').replace(/^public\./, '')

function rulesOf(statement: string): { text: string; table: string; rules: readonly Rule[] }[] {
  const [start, table] = new RegExp(`^alter table ${NAME} `).exec(statement) ?? []
  if (start === undefined) return [{ text: statement, table: '', rules: STATEMENTS }]
  return splitOutside(statement.slice(start.length)).map((text) => ({ text, table: bare(table), rules: ACTIONS }))
}

/** @returns one line for each fault of one file: what it does, and the beginning of the statement */
export function migrationFaults(sql: string): string[] {
  const statements = sql
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[^]*?\*\//g, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
  const made = new Set(
    statements.flatMap((statement) => {
      const [, name] =
        new RegExp(`^create (?:or replace )?(?:table|view|type|function|procedure|sequence|policy) ${NAME}`).exec(
          statement,
        ) ?? []
      return name === undefined ? [] : [bare(name)]
    }),
  )
  return statements.flatMap((statement) =>
    rulesOf(statement).flatMap(({ text, table, rules }) =>
      rules.flatMap(({ fault, pattern, ofNewTables, isOk }) => {
        const found = pattern.exec(text)
        if (!found || isOk?.test(text)) return []
        const name = bare(found[1]) || table
        return ofNewTables && made.has(name) ? [] : [`${fault}: ${statement.slice(0, 80)}`]
      }),
    ),
  )
}
