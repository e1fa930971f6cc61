/** What the port answers until the demo data is loaded. */

/** `npm start` sends its key in this header to be let through meanwhile. */
export const START_KEY_HEADER = 'x-hessa-start'
const RETRY_AFTER_SECONDS = '1'

const PAGE = `<!doctype html>
<html lang="ar-EG" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>حصة بتفتح</title></head>
<body><h1>حصة بتفتح</h1><p>ثواني والصفحة هتظهر لوحدها.</p></body></html>`

/** 503 with Retry-After: a page that reloads itself, JSON for programs. */
export function unavailable(path: string): Response {
  const headers = { 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' }
  if (path.startsWith('/api/') || path.startsWith('/parties/'))
    return Response.json(
      { code: 'service-unavailable', message: 'The demo data is being loaded' },
      { status: 503, headers },
    )
  return new Response(PAGE, { status: 503, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
}
