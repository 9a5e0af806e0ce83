/** Reads which tables a source file names in its SQL: the query builder's calls and raw `sql` templates alike. */
import { parseSync } from 'oxc-parser'

type Node = { type: string; start: number; [key: string]: unknown }
/** `table` is a name after from, join, into or update; `fault` says why a statement could not be read. */
export type Named = { line: number; table?: string; fault?: string }

const BUILDER = new Set([
  'selectFrom',
  'insertInto',
  'replaceInto',
  'mergeInto',
  'updateTable',
  'deleteFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'using',
])
/** Functions whose arguments are parted by the word "from". */
const FROM_INSIDE = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])
const ENDS_ITEM = new Set(
  (
    'where on join inner left right full cross natural group order limit offset set returning union except intersect ' +
    'having window for using values select default as with from do conflict'
  ).split(' '),
)
/** Stands for what a template puts in; no SQL of ours has this sign. */
const HOLE = '¤'

/** Words, quoted names, strings, holes of a template and single signs. */
function tokensOf(sql: string): string[] {
  const found = sql
    .replace(/--[^\n]*/g, ' ')
    .matchAll(/'(?:[^']|'')*'|"[^"]+"|¤|[A-Za-z_][\w$]*(?:\.[A-Za-z_][\w$]*)?|\d+|\S/g)
  return [...found].map(([token]) => (token.startsWith('"') || token.startsWith("'") ? token : token.toLowerCase()))
}

const isName = (token: string | undefined) => token !== undefined && /^"?[a-z_]/.test(token)

function closingOf(tokens: readonly string[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === '(') depth += 1
    if (tokens[at] === ')' && --depth === 0) return at
  }
  return tokens.length
}

/** Names of `with x as (…)` in one statement. */
function withNames(tokens: readonly string[]): Set<string> {
  const names = new Set<string>()
  tokens.forEach((token, at) => {
    if (!isName(token) || tokens[at + 1] === undefined) return
    const as = tokens[at + 1] === '(' ? closingOf(tokens, at + 1) + 1 : at + 1
    const before = tokens[at - 1] ?? ''
    if (
      tokens[as] === 'as' &&
      /^(\(|materialized|not)$/.test(tokens[as + 1] ?? '') &&
      /^(with|recursive|,)$/.test(before)
    )
      names.add(token)
  })
  return names
}

/** Tables that one raw statement, or a piece of one, names. */
export function tablesOfSql(sql: string): { tables: string[]; faults: string[] } {
  const tokens = tokensOf(sql)
  const own = withNames(tokens)
  const tables: string[] = []
  const faults: string[] = []
  const calls: string[] = []

  /** @returns the place after the item and its alias */
  const readItem = (start: number): number => {
    let at = start
    while (tokens[at] === 'only' || tokens[at] === 'lateral') at += 1
    const token = tokens[at]
    if (token === '(') at = closingOf(tokens, at) + 1
    else if (isName(token) && tokens[at + 1] === '(' && tokens[start - 1] !== 'into') at = closingOf(tokens, at + 1) + 1
    else if (isName(token)) {
      const name = (token as string).replaceAll('"', '')
      if (!own.has(name)) tables.push(name)
      at += 1
    } else {
      faults.push(token === HOLE ? 'a table is put in by a variable' : `nothing readable after "${tokens[start - 1]}"`)
      return at + 1
    }
    if (tokens[at] === 'as') at += 1
    if (isName(tokens[at]) && !ENDS_ITEM.has(tokens[at] as string)) at += 1
    if (tokens[at] === '(' && tokens[start - 1] !== 'into') at = closingOf(tokens, at) + 1
    return at
  }

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const before = tokens[at - 1] ?? ''
    if (token === '(') calls.push(before)
    else if (token === ')') calls.pop()
    else if (token === 'from' && before !== 'distinct' && !FROM_INSIDE.has(calls.at(-1) ?? '')) {
      let next = readItem(at + 1)
      while (tokens[next] === ',') next = readItem(next + 1)
    } else if (token === 'join' || token === 'into' || (token === 'using' && tokens[at + 1] !== '(')) readItem(at + 1)
    else if (token === 'update' && !/^(for|do|on|key)$/.test(before)) readItem(at + 1)
    else if (token === 'truncate' || token === 'table') faults.push(`"${token}" is not read`)
  }
  return { tables, faults }
}

function literalsOf(node: Node | undefined): string[] | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'ArrayExpression') {
    const all = (node.elements as Node[]).map(literalsOf)
    return all.every((one) => one !== undefined) ? all.flat() : undefined
  }
  return undefined
}

/** A template, or a query made by a call: what it names is found where it is written. */
const isReadElsewhere = (node: Node | undefined) =>
  node?.type === 'TaggedTemplateExpression' || node?.type === 'CallExpression'

const nameOf = (node: unknown): string => {
  const { type, name, property, object } = node as Node
  if (type === 'Identifier') return String(name)
  return type === 'MemberExpression' ? `${nameOf(object)}.${nameOf(property)}` : ''
}

/** @throws Error when the file does not parse: a rule that reads nothing must not be green */
export function namedTables(file: string, text: string): Named[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const found: Named[] = []
  const withs = new Set<string>()
  const add = (node: Node, one: Omit<Named, 'line'>) =>
    found.push({ line: text.slice(0, node.start).split('\n').length, ...one })

  const readCall = (node: Node) => {
    const callee = nameOf(node.callee)
    const method =
      callee === '' ? String(((node.callee as Node).property as Node | undefined)?.name) : callee.split('.').at(-1)
    const first = (node.arguments as Node[])[0]
    if (callee === 'sql.raw' || callee === 'sql.table' || callee === 'sql.id')
      return add(node, { fault: `${callee} hides what it names` })
    if (method === 'with' || method === 'withRecursive') for (const name of literalsOf(first) ?? []) withs.add(name)
    if (method === undefined || !BUILDER.has(method) || first?.type.includes('Function')) return
    const names = literalsOf(first)
    if (names) for (const name of names) add(node, { table: name.split(/\s+as\s+/i)[0] as string })
    else if (!isReadElsewhere(first)) add(node, { fault: `${method} is given a table by a variable` })
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'CallExpression') readCall(node)
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql') {
      const { tables, faults } = tablesOfSql(
        ((node.quasi as Node).quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join(HOLE),
      )
      for (const table of tables) add(node, { table })
      for (const fault of faults) add(node, { fault })
    }
    for (const one of Object.values(node)) if (typeof one === 'object') visit(one)
  }
  visit(program)
  return found.filter(({ table }) => table === undefined || !withs.has(table))
}
