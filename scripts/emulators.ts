/**
 * `npm run emulators`: emulates the outside world as a separate process, for many web and worker processes on one
 * DATABASE_URL. HTTP at EMULATORS_PORT (4100), Apple's push service at the next port, SMTP at the one after.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./run/emulators.ts')
