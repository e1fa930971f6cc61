import { Hono } from 'hono'
import { openApiDocument } from '#contract/openapi'
import type { AppEnv } from '../http/app-env.ts'
import { servedCalls } from '../http/bind.ts'
import { docsPage, docsStyle } from './page.ts'

/** Built on first use and kept for the life of the isolate, during which the contracts cannot change. */
let document: ReturnType<typeof openApiDocument> | undefined
const theDocument = () => {
  document ??= openApiDocument(servedCalls)
  return document
}

export const docsRoutes = new Hono<AppEnv>()
  .get('/openapi.json', (c) => c.json(theDocument()))
  .get('/docs', (c) => c.html(docsPage(theDocument())))
  .get('/docs.css', (c) =>
    c.body(docsStyle, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' }),
  )
