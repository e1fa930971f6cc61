import { keepChoice, servePage } from './pages.ts'
import type { EdgeWorker } from './platform.ts'
import { robots } from './robots.ts'
import { secured } from './security-headers.ts'

/** `_worker.js` of the dashboard’s Pages project: every request for its pages and files. */
export default secured({
  fetch: async (request, env) => robots(request, ['/']) ?? keepChoice(request) ?? servePage(request, env),
} satisfies EdgeWorker)
