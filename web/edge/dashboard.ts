import { keepChoice, servePage } from './pages.ts'
import type { EdgeWorker } from './platform.ts'

/** `_worker.js` of the dashboard’s Pages project: every request for its pages and files. */
export default {
  fetch: async (request, env) => keepChoice(request) ?? servePage(request, env),
} satisfies EdgeWorker
