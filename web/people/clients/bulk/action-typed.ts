/** What is typed into the form of a bulk edit, and the action that it makes. Pure. */
import type { AmountKind } from '../../../../contract/limits.ts'
import type { BulkAction, BulkKind } from '../../../../contract/reach/bulk-edits.ts'
import { hundredthsOf } from '../../../base/amount.ts'

export type Typed = {
  tags: string[]
  template: string
  amount: AmountKind
  action: 'add' | 'take' | 'set'
  value: string
  reason: string
  message: string
}
export const FIRST_TYPED: Typed = {
  tags: [],
  template: '',
  amount: 'bonus',
  action: 'add',
  value: '',
  reason: '',
  message: '',
}

type Fault = { fault: keyof Typed; code: 'required' | 'choose_some' | 'invalid' }

export function actionOf(kind: BulkKind, typed: Typed): { action: BulkAction } | Fault {
  switch (kind) {
    case 'add_tags':
    case 'remove_tags':
      return typed.tags.length === 0 ? { fault: 'tags', code: 'choose_some' } : { action: { kind, tags: typed.tags } }
    case 'template':
      return typed.template === ''
        ? { fault: 'template', code: 'required' }
        : { action: { kind, template: typed.template } }
    case 'amount': {
      const value = hundredthsOf(typed.value)
      if (typed.value.trim() === '') return { fault: 'value', code: 'required' }
      if (value === null || value < 0 || (value === 0 && typed.action !== 'set'))
        return { fault: 'value', code: 'invalid' }
      return { action: { kind, amount: typed.amount, action: typed.action, value, reason: typed.reason.trim() } }
    }
    case 'message':
      return typed.message.trim() === ''
        ? { fault: 'message', code: 'required' }
        : { action: { kind, message: typed.message.trim() } }
    case 'archive':
    case 'bring_back':
      return { action: { kind } }
  }
}
