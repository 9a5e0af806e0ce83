/** What a trigger still needs before it can be active. Pure. */
import type { Action, Activation, MISSING } from '../../../contract/reach/triggers.ts'

export type Missing = (typeof MISSING)[number]

type Facts = {
  activation: Activation
  segment_id: string | null
  action: Action
  push_id: string | null
  push_message: string | null
  template_id: string | null
  day: string | null
  time: string | null
}

export function missingOf(of: Facts): Missing[] {
  const needs: readonly [Missing, boolean][] = [
    // Nobody can enter "all clients".
    ['segment', of.activation === 'input' && of.segment_id === null],
    ['date', of.activation === 'date' && of.day === null],
    ['time', of.activation === 'date' && of.time === null],
    ['push', of.action === 'push' && of.push_id === null],
    ['message', of.action === 'push' && of.push_id !== null && (of.push_message ?? '').trim() === ''],
    ['template', of.action === 'template' && of.template_id === null],
  ]
  return needs.flatMap(([name, isMissing]) => (isMissing ? [name] : []))
}
