// Enables Node's compile cache for everything imported from here on, including megabytes of Miniflare. Cached modules also
// need no TypeScript compilation, unlike the file that Node is started with, so this is a separate file.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
await import('./start.ts')
