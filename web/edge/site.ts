import { serveFile } from './files.ts'
import type { EdgeWorker } from './platform.ts'

/** `_worker.js` of the site’s Pages project: every request for its pages and files. */
export default {
  fetch: serveFile,
} satisfies EdgeWorker
