import { here } from '../site/addresses.ts'
import type { EdgeEnv } from './platform.ts'

const AGAIN_AFTER_SECONDS = '30'

/** The site's page for content that needs the API while the API does not answer; the browser reloads it automatically. */
export async function unavailable({ url }: Request, { ASSETS }: EdgeEnv): Promise<Response> {
  const page = await ASSETS.fetch(new Request(new URL(here('/unavailable'), url)))
  const answer = new Response(page.body, { status: 503, headers: page.headers })
  for (const name of ['refresh', 'retry-after']) answer.headers.set(name, AGAIN_AFTER_SECONDS)
  answer.headers.set('cache-control', 'no-store')
  answer.headers.delete('etag')
  return answer
}
