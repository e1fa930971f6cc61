import type { EdgeWorker } from './platform.ts'

/** The same worker as the build makes it in English, beside the one in Arabic (`vite.config.ts`). */
declare const worker: EdgeWorker
export default worker
