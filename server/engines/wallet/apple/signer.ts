/** A certificate prepared for signing passes: the key is loaded and the signature built once, not per pass. */
import { createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { isForNfc } from './pass-certificate.ts'
import { fillAttributes, fillCms, layOutCms, utcTime } from './cms.ts'

export type Signer = {
  /** When the certificate or its issuer expires: passes signed later do not open. */
  notAfter: Date
  /** Passes may have NFC data. */
  isForNfc: boolean
  /**
   * @param digest SHA-256 of the manifest
   * @returns the DER of the `signature` file. RSA runs in the thread pool, so the event loop stays free.
   */
  sign(digest: Buffer, at: Date): Promise<Buffer>
}

/** @throws TypeError when the key is not the certificate's own or is not RSA */
export function openSigner(pems: { certificatePem: string; privateKeyPem: string; intermediatePem: string }): Signer {
  const leaf = new X509Certificate(pems.certificatePem)
  const intermediate = new X509Certificate(pems.intermediatePem)
  const key = createPrivateKey(pems.privateKeyPem)
  const modulusBits = key.asymmetricKeyDetails?.modulusLength
  if (key.asymmetricKeyType !== 'rsa' || !modulusBits) throw new TypeError('A pass is signed with an RSA key')
  if (!leaf.checkPrivateKey(key)) throw new TypeError('The private key does not belong to the certificate')
  const template = layOutCms(leaf.raw, intermediate.raw, Math.ceil(modulusBits / 8))
  return {
    notAfter: new Date(Math.min(leaf.validToDate.getTime(), intermediate.validToDate.getTime())),
    isForNfc: isForNfc(pems.certificatePem),
    async sign(digest, at) {
      const attributes = fillAttributes(template, digest, utcTime(at))
      return fillCms(template, attributes, await signInPool(key, attributes))
    },
  }
}

function signInPool(key: KeyObject, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
}
