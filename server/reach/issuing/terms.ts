/** Which wording of the agreement a visitor sees and agrees to. */
import type { FormSettings } from '../../../contract/people/forms.ts'
import { sha256 } from '../../base/crypto.ts'

/** Short: it only shows that two wordings of one form differ. The consent itself keeps the whole hash. */
export const versionOfTerms = (text: string): string => sha256(text).toString('hex').slice(0, 16)

type Agreed = { hasAgreed: boolean; terms?: string | undefined }

/** A consent counts for the words that the page showed: when they have changed since, they are shown again. */
export function faultOfConsent(agreement: FormSettings['agreement'], { hasAgreed, terms }: Agreed): string | undefined {
  if (!agreement.enabled) return undefined
  if (terms !== undefined && terms !== versionOfTerms(agreement.text)) return 'consent_changed'
  return hasAgreed ? undefined : 'consent_required'
}
