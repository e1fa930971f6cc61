// Node keeps what it has compiled, megabytes of Miniflare, for the next start: of what is imported from here on. Kept modules
// need no compiler of TypeScript either, which the file that Node is started with would.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./start.ts')
