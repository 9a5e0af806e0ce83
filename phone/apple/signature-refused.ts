export type SignatureFault = 'signature_unreadable' | 'signature_wrong' | 'chain_untrusted' | 'certificate_expired'

/**
 * The signature is not valid; `fault` names the reason, `detail` is the engine's own sentence.
 * In a separate file, because the engine is large and loaded late.
 */
export class SignatureRefused extends Error {
  readonly fault: SignatureFault
  constructor(fault: SignatureFault, detail: string) {
    super(detail)
    this.fault = fault
  }
}
