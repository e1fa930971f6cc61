import { html } from 'hono/html'
import type { OpenApi, Operation } from '#contract/openapi'

export const docsStyle = `
:root{color-scheme:light dark;--line:light-dark(#d8dedb,#33403d);--soft:light-dark(#f4f6f4,#1c2523);--accent:light-dark(#0b6e5f,#5cc7b2)}
body{font:16px/1.6 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fff,#121917)}
h2{margin-block:2.5rem .5rem;text-transform:capitalize}
details{border:1px solid var(--line);border-radius:10px;margin:.5rem 0;overflow:hidden}
summary{cursor:pointer;padding:.6rem .9rem;display:flex;gap:.8rem;flex-wrap:wrap;align-items:baseline;background:var(--soft)}
summary b{min-inline-size:4rem;color:var(--accent)} summary code{font-weight:600}
summary span{opacity:.75} details>div{padding:.4rem .9rem 1rem} pre{overflow:auto;background:var(--soft);padding:.8rem;border-radius:8px}
a{color:var(--accent)}`

const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const part = (title: string, value: unknown) =>
  value === undefined ? '' : html`<h4>${title}</h4><pre>${pretty(value)}</pre>`

const operation = (method: string, path: string, one: Operation) => html`<details id="${one.operationId}">
<summary><b>${method.toUpperCase()}</b><code>${path}</code><span>${one.summary}</span></summary>
<div><p>Who: ${one['x-who']}</p>
${part('Parameters', one.parameters)}${part('Body', one.requestBody)}${part('Answers', one.responses)}</div></details>`

/** The OpenAPI document as an HTML page without scripts, which the content security policy would block. */
export function docsPage(document: OpenApi) {
  const areas = Map.groupBy(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ method, path, one })),
    ),
    ({ one }) => one.tags[0] ?? 'other',
  )
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hessa API</title><link rel="stylesheet" href="/api/v1/docs.css"></head><body>
<h1>Hessa API</h1><p>${document.info.description}</p><p><a href="/api/v1/openapi.json">OpenAPI document</a></p>
${[...areas].map(([area, all]) => html`<h2>${area}</h2>${all.map(({ method, path, one }) => operation(method, path, one))}`)}
</body></html>`
}
