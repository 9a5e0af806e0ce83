/** An https server on this machine whose certificate no authority has signed. */
import { X509Certificate } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import forge from 'node-forge'
import { DAY_MS } from '../contract/time.ts'

export async function startTlsServer(
  answer: RequestListener,
): Promise<{ server: Server; url: string; fingerprint: string }> {
  const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.validity.notAfter = new Date(Date.now() + DAY_MS)
  certificate.setSubject([{ name: 'commonName', value: 'till.lan' }])
  certificate.sign(privateKey, forge.md.sha256.create())
  const [key, cert] = [forge.pki.privateKeyToPem(privateKey), forge.pki.certificateToPem(certificate)]
  const server = createServer({ key, cert }, answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { server, url, fingerprint: new X509Certificate(cert).fingerprint256 }
}
