/** `npm start`. Compiled code is kept between starts, so the program proper is loaded only after this. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./run/server.ts')
