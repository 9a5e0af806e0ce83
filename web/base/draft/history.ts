/** Fifty steps back and as many forward. Pure. */
import { type Lists, mergeDrafts } from './merge.ts'
import { isSame } from './same.ts'

export type History<T> = {
  draft: T
  past: readonly T[]
  future: readonly T[]
  /** The control that was changed last, and when. */
  lastEdit: { control: string; atMs: number } | null
}

export type HistoryStep<T> =
  /** Changes in one control within a second are one step: a typed word is undone as a whole. */
  | { type: 'edit'; control: string; atMs: number; change: (draft: T) => T }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Replaces the draft; with `asStep` this can be undone. */
  | { type: 'load'; draft: T; asStep?: boolean }
  /** The server has saved `sent`: what it changed (spaces at the ends) is adopted, what was typed since stays. */
  | { type: 'adopt'; sent: T; saved: T; lists: Lists }

const STEPS_MAX = 50
const ONE_STEP_MS = 1_000

export function startHistory<T>(draft: T): History<T> {
  return { draft, past: [], future: [], lastEdit: null }
}

export function stepHistory<T>(history: History<T>, step: HistoryStep<T>): History<T> {
  const { draft, past, future, lastEdit } = history
  const pushed = () => [...past, draft].slice(-STEPS_MAX)
  switch (step.type) {
    case 'edit': {
      const next = step.change(draft)
      if (isSame(next, draft)) return history
      const isSameStep = lastEdit?.control === step.control && step.atMs - lastEdit.atMs < ONE_STEP_MS
      return {
        draft: next,
        past: isSameStep ? past : pushed(),
        future: [],
        lastEdit: { control: step.control, atMs: step.atMs },
      }
    }
    case 'undo': {
      const before = past.at(-1)
      return before === undefined
        ? history
        : { draft: before, past: past.slice(0, -1), future: [draft, ...future], lastEdit: null }
    }
    case 'redo': {
      const [next, ...rest] = future
      return next === undefined ? history : { draft: next, past: pushed(), future: rest, lastEdit: null }
    }
    case 'load':
      return step.asStep ? { draft: step.draft, past: pushed(), future: [], lastEdit: null } : startHistory(step.draft)
    case 'adopt':
      return { ...history, draft: mergeDrafts(step.sent, draft, step.saved, step.lists).value }
  }
}
