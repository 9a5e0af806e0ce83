/** The CMS signature of a pass and the chain above it, checked with WebCrypto. Loaded only when a pass is opened. */
import type * as asn1 from 'asn1js'
import { Certificate, ContentInfo, SignedData } from 'pkijs'
import { type SignatureFault, SignatureRefused } from './signature-refused.ts'

export type Signer = { passTypeIdentifier: string; team: string; name: string; notAfter: Date; isForNfc: boolean }

const OID = { uid: '0.9.2342.19200300.100.1.1', unit: '2.5.4.11', name: '2.5.4.3', nfc: '1.2.840.113635.100.6.1.26' }

/**
 * @param signature DER of the detached CMS SignedData
 * @param rootPem the only trusted certificate
 * @returns who signed. @throws SignatureRefused
 */
export async function checkSignature(
  signature: Uint8Array<ArrayBuffer>,
  manifest: Uint8Array<ArrayBuffer>,
  rootPem: string,
  at: Date,
): Promise<Signer> {
  const signed = readSigned(signature)
  const root = Certificate.fromBER(pemBytes(rootPem))
  const leaf = signerOf(signed)
  if (leaf && (at > leaf.notAfter.value || at < leaf.notBefore.value)) {
    throw new SignatureRefused('certificate_expired', `valid until ${leaf.notAfter.value.toISOString().slice(0, 10)}`)
  }
  const data = manifest.slice().buffer
  // The chain is checked second, so that a changed file is not reported as a missing trust.
  await judge('signature_wrong', signed.verify({ signer: 0, data }))
  await judge(
    'chain_untrusted',
    signed.verify({ signer: 0, data, trustedCerts: [root], checkChain: true, checkDate: at }),
  )
  if (!leaf) throw new SignatureRefused('signature_unreadable', 'no certificate of the signer')
  const part = (oid: string) =>
    String(leaf.subject.typesAndValues.find((attribute) => attribute.type === oid)?.value.valueBlock.value ?? '')
  return {
    passTypeIdentifier: part(OID.uid),
    team: part(OID.unit),
    name: part(OID.name),
    notAfter: leaf.notAfter.value,
    isForNfc: leaf.extensions?.some((extension) => extension.extnID === OID.nfc) ?? false,
  }
}

async function judge(fault: SignatureFault, verdict: Promise<boolean>): Promise<void> {
  const [holds, detail] = await verdict.then(
    (ok) => [ok, ''] as const,
    (error: unknown) => [false, String(error)] as const,
  )
  if (!holds) throw new SignatureRefused(fault, detail)
}

function readSigned(signature: Uint8Array<ArrayBuffer>): SignedData {
  try {
    const content = ContentInfo.fromBER(signature)
    return new SignedData({ schema: content.content })
  } catch {
    throw new SignatureRefused('signature_unreadable', 'not a CMS signature')
  }
}

function signerOf(signed: SignedData): Certificate | undefined {
  const wanted = signed.signerInfos[0]?.sid as { serialNumber?: asn1.Integer } | undefined
  const certificates = (signed.certificates ?? []).filter((one): one is Certificate => one instanceof Certificate)
  return certificates.find((one) => wanted?.serialNumber !== undefined && one.serialNumber.isEqual(wanted.serialNumber))
}

function pemBytes(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem.replace(/-----[^-]+-----/g, '').replace(/\s/g, '')
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
