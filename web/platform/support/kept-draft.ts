/** An unsent question: kept when the dialog or page is closed, in this tab and for this user only. */
import type { SupportTopic } from '../../../contract/limits.ts'

export type Draft = { topic: SupportTopic | null; text: string; requestId: string; screenshot: string | null }

export const NO_DRAFT: Draft = { topic: null, text: '', requestId: '', screenshot: null }
const KEPT = 'kartoteka.support.'

export function keptDraft(userId: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT + userId) ?? 'null') as Partial<Draft> | null
    return { ...NO_DRAFT, ...kept }
  } catch {
    return NO_DRAFT
  }
}

export function keepDraft(userId: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.screenshot === null) sessionStorage.removeItem(KEPT + userId)
    else sessionStorage.setItem(KEPT + userId, JSON.stringify(draft))
  } catch {
    // Storage is switched off: the draft is lost with the dialog.
  }
}
