/** `npm run migrate`: brings the database of DATABASE_OWNER_URL to this version. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./run/migrate.ts')
