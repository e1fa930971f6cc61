import * as z from 'zod/mini'
import type { Env } from '../../env.ts'
import { requestJson } from '../request-json.ts'

/** The platform answers once it has gone on for a while. */
const TIMEOUT_MS = 60_000
/** How often the platform is asked whether it has finished; while it is not asked, it gives the export up. */
const MOST_REQUESTS = 200

const answered = z.object({
  result: z.object({
    status: z.enum(['active', 'complete', 'error']),
    at_bookmark: z.nullish(z.string()),
    error: z.nullish(z.string()),
    result: z.nullish(z.object({ signed_url: z.string() })),
  }),
})

/** The rows of tables as SQL, one INSERT a line, and the bookmark of time travel at which they were read. */
export type DatabaseExport = { bookmark: string; sql: ReadableStream<Uint8Array> }

async function step(env: Env, tables: readonly string[], bookmark: string | null) {
  const { BACKUP_ACCOUNT: account, BACKUP_DATABASE: database, BACKUP_TOKEN: token } = env
  const { status, body } = await requestJson(
    `https://api.cloudflare.com/client/v4/accounts/${account}/d1/database/${database}/export`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: {
        output_format: 'polling',
        current_bookmark: bookmark ?? undefined,
        dump_options: { no_schema: true, tables },
      },
      timeoutMs: TIMEOUT_MS,
    },
  )
  const read = z.safeParse(answered, body)
  if (!read.success) throw new Error(`The platform answered ${status} to the export: ${JSON.stringify(body)}`)
  if (read.data.result.status === 'error') throw new Error(`The platform could not export: ${read.data.result.error}`)
  return read.data.result
}

/**
 * Has the platform export the rows of these tables, all as of one moment: it answers no query meanwhile (docs/decisions/018). The tables
 * are named, because an export of everything is refused for the search index, and may leave the database locked.
 * @throws Error, or ProviderUnreachable, where it does not end in a file.
 */
export async function exportDatabase(env: Env, tables: readonly string[]): Promise<DatabaseExport> {
  let bookmark: string | null = null
  for (let request = 0; request < MOST_REQUESTS; request++) {
    const { status, at_bookmark, result } = await step(env, tables, bookmark)
    bookmark = at_bookmark ?? bookmark
    if (status !== 'complete') continue
    const file = result ? await fetch(result.signed_url) : null
    if (!file?.ok || !file.body || bookmark === null) throw new Error('The platform exported no file')
    return { bookmark, sql: file.body }
  }
  throw new Error('The platform did not finish the export')
}
