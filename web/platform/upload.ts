import type { CallAddress } from '#contract/address'
import type { Answer, Input } from '#contract/client'
import { type RequestOptions, request } from './api.ts'

/** The sent share, from 0 to 1; at 1 the server is still storing it. */
export type OnProgress = (share: number) => void

export type UploadOptions = Omit<RequestOptions, 'send'> & { onProgress?: OnProgress | undefined }

/** The body of a multipart call. */
export function formOf(parts: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return form
}

const NO_CONTENT = 204

/** Converts the finished request to a `Response`. */
function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  const body = xhr.status === NO_CONTENT ? null : xhr.responseText
  return new Response(body, { status: xhr.status, statusText: xhr.statusText, headers })
}

/** As `fetch`, but reports upload progress, which `fetch` does not. */
function sendWithProgress(address: string, init: RequestInit, onProgress?: OnProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(init.method ?? 'POST', address)
    xhr.withCredentials = init.credentials === 'include'
    for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    xhr.onload = () => resolve(responseOf(xhr))
    xhr.onerror = () => reject(new TypeError('the upload did not arrive'))
    xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    if (init.signal?.aborted) return xhr.onabort(new ProgressEvent('abort'))
    init.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(init.body as FormData)
  })
}

/**
 * Makes a multipart call and reports its upload progress: `upload(setUserImage, { body: formOf({ image }) }, { onProgress
 * })`.
 * @throws ApiError with the server's code, or `network`; an `AbortError` when its signal cancelled it.
 */
export const upload = <C extends CallAddress>(
  call: C,
  input: Input<C>,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Answer<C>> =>
  request(call, input, { ...options, send: (address, init) => sendWithProgress(address, init, onProgress) })
