import { POST_NAMES, type ProofHref } from './props.ts'

/** Where the script puts its work. Not filled in by the browser: what stood there before is used up. */
export function ProofInput({ href }: { href: ProofHref }) {
  return href === undefined ? null : (
    <input type="hidden" name={POST_NAMES.proof} value="" autoComplete="off" data-proof={href} />
  )
}
