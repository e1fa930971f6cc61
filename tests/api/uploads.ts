/** Sending and fetching files through the front door. */
import { exports } from 'cloudflare:workers'
import type { Answer, Person } from '#tests/people'

const worker = exports as unknown as { default: Fetcher }

const authorization = (as: Person | null | undefined): Record<string, string> =>
  as ? { authorization: `Bearer ${as.token}` } : {}

/** Fetches an address as it stands in an answer. */
export const fetchFile = (path: string, as?: Person | null, headers: Record<string, string> = {}): Promise<Response> =>
  worker.default.fetch(`http://localhost${path}`, { headers: { ...authorization(as), ...headers } })

/** A multipart call; bytes become files whose names and types lie, since nobody should believe them. */
export async function upload(
  method: string,
  path: string,
  as: Person | null,
  fields: Record<string, string | Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : new File([value], 'photo.svg', { type: 'text/html' }))
  const response = await worker.default.fetch(`http://localhost/api/v1${path}`, {
    method,
    headers: { ...authorization(as), ...headers },
    body: form,
  })
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const code = response.ok ? undefined : (body as { code: string }).code
  return { status: response.status, headers: response.headers, body, ...(code === undefined ? {} : { code }) }
}
