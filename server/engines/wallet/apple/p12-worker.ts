/** The thread in which an uploaded .p12 or .cer is opened: it may hang or run out of memory and harm nothing. */
import { parentPort } from 'node:worker_threads'
import { CertificateRefused, type CertificateRefusal, type PassCertificate } from './certificate-refused.ts'
import { openCer } from './cer-read.ts'
import { openP12 } from './p12-read.ts'
import { judgePassCertificate } from './pass-certificate.ts'

/** `secret`: the password of a .p12, or the keys to one of which a .cer belongs. */
export type P12Question = {
  bytes: Uint8Array
  secret: { password: string } | { keyPems: string[] }
  knownIntermediates: string[]
  now: Date
}
export type P12Answer = { certificate: PassCertificate } | { refused: CertificateRefusal; detail: string }

parentPort?.once('message', ({ bytes, secret, knownIntermediates, now }: P12Question) => {
  parentPort?.postMessage(answer())

  function answer(): P12Answer {
    try {
      const file = Buffer.from(bytes)
      const contents = 'password' in secret ? openP12(file, secret.password) : openCer(file, secret.keyPems)
      return { certificate: judgePassCertificate(contents, knownIntermediates, now) }
    } catch (error) {
      if (error instanceof CertificateRefused) return { refused: error.code, detail: error.detail }
      return { refused: 'password' in secret ? 'not_a_p12' : 'not_a_cer', detail: 'damaged' }
    }
  }
})
// The time limit counts from here: starting the thread is not the file's fault.
parentPort?.postMessage('ready')
