/** Certificates that a setting names as files, as Apple offers them (DER) or as OpenSSL writes them (PEM). */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadSetting } from './bad-setting.ts'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * @param files paths from `root`, separated by commas; a PEM file may hold several certificates
 * @returns PEM of each
 * @throws BadSetting which file is wrong, and why
 */
export function readAuthorities(root: string, setting: string, files = ''): string[] {
  return files
    .split(',')
    .map((file) => file.trim())
    .filter(Boolean)
    .flatMap((file) => readFile(root, setting, file))
}

function readFile(root: string, setting: string, file: string): string[] {
  const wrong = (why: string) => new BadSetting(`${setting}: ${file} ${why}`)
  let bytes: Buffer
  try {
    bytes = readFileSync(resolve(root, file))
  } catch {
    throw wrong('cannot be read')
  }
  const texts = bytes.toString('latin1').match(PEM)
  let certificates: X509Certificate[]
  try {
    certificates = (texts ?? [bytes]).map((one) => new X509Certificate(one))
  } catch {
    throw wrong('is not a certificate in DER or PEM')
  }
  if (!certificates.every((one) => one.ca)) throw wrong('contains a certificate that is not of an authority')
  return certificates.map((one) => one.toString())
}
