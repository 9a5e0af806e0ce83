/** Writes docs/api.json, the published document of every call. A test keeps it equal to the contract. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openapi } from '../contract/openapi.ts'

const ROOT = join(import.meta.dirname, '..')
export const API_FILE = join(ROOT, 'docs/api.json')

/** The document as it is in the file. */
export function apiText(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return `${JSON.stringify(openapi(version), null, 1)}\n`
}

if (import.meta.main) writeFileSync(API_FILE, apiText())
