/** The platform's own API: the database, and its export as polled by the worker and by wrangler. */
import { localKeys } from '../local-keys.ts'

export const PLATFORM_HOST = 'api.cloudflare.com'
/** Where the exported file is fetched from. */
export const EXPORTS_HOST = 'd1-exports.r2.cloudflarestorage.com'

const BOOKMARK = '00000001-00000000-00000000-local'

type ExportRequest = {
  output_format: string
  current_bookmark?: string
  dump_options: { no_schema: boolean; tables: string[] }
}

/** The rows of tables as one file, a statement a line. Only the local runtime has this, for `wrangler d1 export --local`. */
export async function dumpOf(db: D1Database, tables: readonly string[]): Promise<ReadableStream<Uint8Array>> {
  const statement = db.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(1, 0, ...tables)
  const [lines = []] = (await statement.raw()) as unknown as string[][]
  const encoder = new TextEncoder()
  let next = 0
  return new ReadableStream({
    pull(controller) {
      if (next >= lines.length) return controller.close()
      controller.enqueue(encoder.encode(`${lines.slice(next, next + 500).join('\n')}\n`))
      next += 500
    },
  })
}

/** An export is under way when it is asked for, and complete when it is asked about. */
export async function answerAsPlatform(
  request: Request,
  dump: (tables: readonly string[]) => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const url = new URL(request.url)
  if (url.hostname === EXPORTS_HOST) return new Response(await dump((url.searchParams.get('tables') ?? '').split(',')))
  if (request.method === 'GET' && /^\/client\/v4\/accounts\/[^/]+\/d1\/database\/[^/]+$/.test(url.pathname))
    return request.headers.get('authorization') === `Bearer ${localKeys.BACKUP_TOKEN}`
      ? Response.json({ success: true, errors: [], messages: [], result: { uuid: url.pathname.split('/').at(-1) } })
      : Response.json({ success: false, errors: [{ code: 10000, message: 'Authentication error' }] }, { status: 403 })
  if (!/^\/client\/v4\/accounts\/[^/]+\/d1\/database\/[^/]+\/export$/.test(url.pathname))
    return Response.json({ success: false, errors: [{ message: 'not found' }] }, { status: 404 })
  if (!request.headers.get('authorization')?.startsWith('Bearer '))
    return Response.json({ success: false, errors: [{ message: 'Authentication error' }] }, { status: 401 })
  const { current_bookmark: bookmark, dump_options: options } = (await request.json()) as ExportRequest
  const answer = (result: object) => Response.json({ success: true, errors: [], messages: [], result })
  if (bookmark !== BOOKMARK)
    return answer({ type: 'export', status: 'active', success: true, messages: [], at_bookmark: BOOKMARK })
  const file = new URL(`https://${EXPORTS_HOST}/export.sql`)
  file.searchParams.set('tables', options.tables.join(','))
  return answer({
    type: 'export',
    status: 'complete',
    success: true,
    messages: [],
    at_bookmark: BOOKMARK,
    result: { filename: 'export.sql', signed_url: file.href },
  })
}
