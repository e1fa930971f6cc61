import type { Answer, Call, Input } from '#contract/call'
import { type RequestOptions, request } from './api.ts'

/** From 0 to 1: how much of what is sent has left; at 1 the server is still reading and keeping it. */
export type OnProgress = (share: number) => void

export type UploadOptions = Omit<RequestOptions, 'send'> & { onProgress?: OnProgress | undefined }

/** The parts of a multipart call. */
export function formOf(parts: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return form
}

const NO_CONTENT = 204

/** The headers that a call reads from its answer. */
function answered(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  const body = request.status === NO_CONTENT ? null : request.responseText
  return new Response(body, { status: request.status, statusText: request.statusText, headers })
}

/** As `fetch`, and says how far the sending is, which `fetch` cannot. */
function sendWatched(address: string, init: RequestInit, onProgress?: OnProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', address)
    request.withCredentials = init.credentials === 'include'
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => resolve(answered(request))
    request.onerror = () => reject(new TypeError('the upload did not arrive'))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    if (init.signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as FormData)
  })
}

/**
 * Makes a multipart call and tells how far its files are: `upload(setUserImage, { body: formOf({ image }) }, { onProgress })`.
 * @throws ApiError with the server's code, or `network`; an `AbortError` when its signal cancelled it.
 */
export const upload = <C extends Call>(
  contract: C,
  input: Input<C>,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Answer<C>> =>
  request(contract, input, { ...options, send: (address, request) => sendWatched(address, request, onProgress) })
