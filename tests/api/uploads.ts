/** File uploads and downloads through the API. */
import { type Answer, fetchWorker, type Person, readAnswer } from '#tests/people'

const authorization = (as: Person | null | undefined): Record<string, string> =>
  as ? { authorization: `Bearer ${as.token}` } : {}

/** Fetches a file at the address that an answer contains. */
export const fetchFile = (path: string, as?: Person | null, headers: Record<string, string> = {}): Promise<Response> =>
  fetchWorker(path, { headers: { ...authorization(as), ...headers } })

/** Form data; bytes become files with a misleading name and content type: the product has to recognise files by their content. */
export function formOf(fields: Record<string, string | Uint8Array>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : new File([value], 'photo.svg', { type: 'text/html' }))
  return form
}

/** Sends multipart form data. */
export async function upload(
  method: string,
  path: string,
  as: Person | null,
  fields: Record<string, string | Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetchWorker(`/api/v1${path}`, {
    method,
    headers: { ...authorization(as), ...headers },
    body: formOf(fields),
  })
  return readAnswer(response)
}
