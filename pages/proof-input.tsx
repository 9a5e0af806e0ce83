import { POST_NAMES, type ProofHref } from './props.ts'

/** Where the script puts its work. Not restored by the browser: an earlier proof is used up. */
export function ProofInput({ href }: { href: ProofHref }) {
  return href === undefined ? null : (
    <input type="hidden" name={POST_NAMES.proof} value="" autoComplete="off" data-proof={href} />
  )
}
