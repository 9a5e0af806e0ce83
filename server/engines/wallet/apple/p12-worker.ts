/** The thread in which an uploaded .p12 is opened: it may hang or run out of memory without harming the server. */
import { parentPort } from 'node:worker_threads'
import { CertificateRefused, type CertificateRefusal, type PassCertificate } from './certificate-refused.ts'
import { openP12 } from './p12-read.ts'
import { judgePassCertificate } from './pass-certificate.ts'

export type P12Question = { bytes: Uint8Array; password: string; knownIntermediates: string[]; now: Date }
export type P12Answer = { certificate: PassCertificate } | { refused: CertificateRefusal; detail: string }

parentPort?.once('message', ({ bytes, password, knownIntermediates, now }: P12Question) => {
  parentPort?.postMessage(answer())

  function answer(): P12Answer {
    try {
      return { certificate: judgePassCertificate(openP12(Buffer.from(bytes), password), knownIntermediates, now) }
    } catch (error) {
      if (error instanceof CertificateRefused) return { refused: error.code, detail: error.detail }
      return { refused: 'not_a_p12', detail: 'damaged' }
    }
  }
})
// The time limit counts from here: starting the thread is not the file's fault.
parentPort?.postMessage('ready')
