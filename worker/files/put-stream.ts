import { DomainError, refuse } from '#domain/errors'
import { contentOf, type UploadKind, whyNotSize } from '#domain/files/content'
import type { Env } from '../env.ts'

/** A file in the object storage; as long as no row of `assets` names it, `deleteUnreferenced` may delete it. */
export type StoredFile = { key: string; kind: UploadKind; contentType: string; bytes: number }

/** The bytes are not what the field asks for. */
export class WrongContent extends DomainError {
  constructor(kind: UploadKind, refusal: string) {
    super('bad-request', `${kind}: ${refusal}`)
  }
}

/** R2 requires parts of equal size, at least 5 MiB; only the last may be smaller. */
const PART_BYTES = 8 * 1024 * 1024

/** Regroups the chunks of a stream into parts of `PART_BYTES`; the last may be shorter. At most one part is in memory. */
export async function* toParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART_BYTES)
  let filled = 0
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < PART_BYTES) continue
      yield part
      part = new Uint8Array(PART_BYTES)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

async function uploadParts(
  upload: R2MultipartUpload,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  check: (bytes: number) => void = () => undefined,
): Promise<number> {
  const uploaded = [await upload.uploadPart(1, first)]
  let bytes = first.length
  for await (const part of rest) {
    bytes += part.length
    check(bytes)
    uploaded.push(await upload.uploadPart(uploaded.length + 1, part))
  }
  await upload.complete(uploaded)
  return bytes
}

/**
 * Streams a file of any size into the object storage, one part in memory at a time. Its content type is detected from its
 * bytes, never taken from the client. A failed multipart upload is aborted, so that nothing is left behind.
 * @throws DomainError `large-file-size` above the limit of its kind, `WrongContent` for a file of another type than its
 * field requires.
 */
export async function putStream(
  env: Env,
  kind: UploadKind,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const parts = toParts(bytes)
  const { value: first = new Uint8Array() } = await parts.next()
  const content = contentOf(kind, first)
  if ('refusal' in content) throw new WrongContent(kind, content.refusal)
  const options = { httpMetadata: { contentType: content.type } }
  const stored = { key, kind, contentType: content.type }
  if (first.length < PART_BYTES) {
    await env.FILES.put(key, first, options)
    return { ...stored, bytes: first.length }
  }
  const check = (size: number) => refuse(whyNotSize(kind, size), `${kind}: larger than its cap`)
  const upload = await env.FILES.createMultipartUpload(key, options)
  try {
    return { ...stored, bytes: await uploadParts(upload, first, parts, check) }
  } catch (error) {
    await upload.abort()
    throw error
  }
}

/**
 * Streams what we make ourselves into the object storage, one part in memory at a time, and returns its size. An object under the
 * same key is replaced once all of it is there.
 */
export async function putMade(
  env: Env,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  httpMetadata: R2HTTPMetadata,
): Promise<number> {
  const parts = toParts(bytes)
  const { value: first = new Uint8Array() } = await parts.next()
  if (first.length < PART_BYTES) {
    await env.FILES.put(key, first, { httpMetadata })
    return first.length
  }
  const upload = await env.FILES.createMultipartUpload(key, { httpMetadata })
  try {
    return await uploadParts(upload, first, parts)
  } catch (error) {
    await upload.abort()
    throw error
  }
}
