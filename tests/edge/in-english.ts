import type { EdgeWorker } from '../../web/edge/platform.ts'

/** In place of the worker as the build makes it in English. */
export default { fetch: async ({ url }) => new Response(`in English: ${new URL(url).pathname}`) } satisfies EdgeWorker
