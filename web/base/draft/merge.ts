/**
 * Two people changed the same thing: their changes since `base` are merged field by field. A field is a leaf of the
 * draft; a list is one field unless its items have names. Pure.
 */
import { isSame, isTree, PAGE_KEY, type Tree } from './same.ts'

/** `['settings', 'fields', 'tel', 'label']`: an item of a list is addressed by its name. */
export type Path = readonly string[]

/** `undefined` where the field or item does not exist. */
export type Change = { path: Path; base: unknown; mine: unknown; theirs: unknown }

export type ListRule = {
  nameOf: (item: never) => string
  /** The same item under a free name, when both sides added different items under one name. */
  rename?: (item: never, name: string) => unknown
  /** An item is one field: its parts cannot be merged separately. */
  isWhole?: boolean
  /** The order does not matter. */
  isSet?: boolean
}
/** By the path of the list: `settings.fields`. */
export type Lists = Readonly<Record<string, ListRule>>

export type Merged<T> = {
  value: T
  /** Changed by both to different values: mine is taken unless theirs is chosen. */
  conflicts: readonly Change[]
  /** Changed by the other side only: taken. */
  taken: readonly Change[]
}

/** Last part of the path of a list's order. */
export const ORDER = '#order'

export const pathId = (path: Path): string => path.join('\u001F')

/** @param chosen ids of the paths where theirs is taken */
export function mergeDrafts<T>(
  base: T,
  mine: T,
  theirs: T,
  lists: Lists = {},
  chosen: ReadonlySet<string> = new Set(),
): Merged<T> {
  const conflicts: Change[] = []
  const taken: Change[] = []

  function mergeLeaf(change: Change): unknown {
    if (isSame(change.mine, change.theirs) || isSame(change.base, change.theirs)) return change.mine
    if (isSame(change.base, change.mine)) {
      taken.push(change)
      return change.theirs
    }
    conflicts.push(change)
    return chosen.has(pathId(change.path)) ? change.theirs : change.mine
  }

  function mergeField(change: Change): unknown {
    const rule = lists[change.path.join('.')]
    const { base: from, mine: own, theirs: other } = change
    if (isTree(from) && isTree(own) && isTree(other)) return mergeTree(change.path, from, own, other)
    if (rule && Array.isArray(from) && Array.isArray(own) && Array.isArray(other)) {
      const named = [from, own, other].map((items) => byName(items, rule))
      const [a, b, c] = named
      if (a && b && c) return mergeList(change.path, rule, a, b, c)
    }
    return mergeLeaf(change)
  }

  function mergeTree(path: Path, from: Tree, own: Tree, other: Tree): Tree {
    const keys = new Set([...Object.keys(own), ...Object.keys(other)])
    const entries = [...keys].map((key) => {
      const value =
        key === PAGE_KEY
          ? (own[key] ?? other[key])
          : mergeField({ path: [...path, key], base: from[key], mine: own[key], theirs: other[key] })
      return [key, value] as const
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  function mergeList(path: Path, rule: ListRule, from: Items, added: Items, other: Items): unknown[] {
    const own = withFreeNames(rule, from, added, other)
    const merged = new Map<string, unknown>()
    for (const name of new Set([...own.keys(), ...other.keys()])) {
      const item = (rule.isWhole ? mergeLeaf : mergeField)({
        path: [...path, name],
        base: from.get(name),
        mine: own.get(name),
        theirs: other.get(name),
      })
      if (item !== undefined) merged.set(name, item)
    }
    const common = (items: Items) =>
      [...items.keys()].filter((name) => [from, own, other].every((all) => all.has(name)))
    const order = { path: [...path, ORDER], base: common(from), mine: common(own), theirs: common(other) }
    const names = rule.isSet ? order.mine : (mergeLeaf(order) as string[])
    return placeAll([...names], merged, [own, other]).map((name) => merged.get(name))
  }

  return { value: mergeField({ path: [], base, mine, theirs }) as T, conflicts, taken }
}

type Items = ReadonlyMap<string, unknown>

/** Items by their names, or null if two have the same one. */
function byName(items: readonly unknown[], rule: ListRule): Items | null {
  const named = new Map(items.map((item) => [rule.nameOf(item as never), item] as const))
  return named.size === items.length ? named : null
}

/** Renames my item when both sides added different items under one name. */
function withFreeNames(rule: ListRule, from: Items, own: Items, other: Items): Items {
  const { rename } = rule
  if (!rename) return own
  return new Map(
    [...own].map(([name, item]) => {
      if (from.has(name) || !other.has(name) || isSame(item, other.get(name))) return [name, item] as const
      let free = name
      for (let n = 2; [from, own, other].some((all) => all.has(free)); n++) free = `${name}${n}`
      return [free, rename(item as never, free)] as const
    }),
  )
}

/** Inserts the names that only one side has after the ones they follow there. */
function placeAll(placed: string[], wanted: ReadonlyMap<string, unknown>, sides: readonly Items[]): string[] {
  for (const side of sides) {
    let before = -1
    for (const name of side.keys()) {
      if (!wanted.has(name)) continue
      const at = placed.indexOf(name)
      if (at < 0) placed.splice(before + 1, 0, name)
      before = at < 0 ? before + 1 : at
    }
  }
  return placed
}
