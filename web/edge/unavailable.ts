import { addressIn } from '../i18n/languages.ts'
import type { EdgeEnv } from './platform.ts'
import { languageOfPath } from './site-languages.ts'

const AGAIN_AFTER_SECONDS = '30'

/** The site's page for content that needs the API while the API does not answer; the browser reloads it automatically. */
export async function unavailable(request: Request, { ASSETS }: EdgeEnv): Promise<Response> {
  const { pathname } = new URL(request.url)
  const page = await ASSETS.fetch(
    new Request(new URL(addressIn(languageOfPath(pathname), '/unavailable'), request.url)),
  )
  const answer = new Response(page.body, { status: 503, headers: page.headers })
  for (const name of ['refresh', 'retry-after']) answer.headers.set(name, AGAIN_AFTER_SECONDS)
  answer.headers.set('cache-control', 'no-store')
  answer.headers.delete('etag')
  return answer
}
