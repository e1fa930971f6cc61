import { contentOf, type UploadKind, whyNotSize } from '#domain/assets/content'
import { DomainError, refuse } from '#domain/errors'
import type { Env } from '../env.ts'

/** A file that lies in the object storage, and that no row names yet. */
export type Landed = { key: string; kind: UploadKind; contentType: string; bytes: number }

/** The storage takes parts of one size, 5 MiB at the least, but for the last. */
const PART_BYTES = 8 * 1024 * 1024

/** The same bytes in parts of that size; the last may be shorter. */
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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

async function sendParts(
  upload: R2MultipartUpload,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  kind: UploadKind,
): Promise<number> {
  const sent = [await upload.uploadPart(1, first)]
  let bytes = first.length
  for await (const part of rest) {
    bytes += part.length
    refuse(whyNotSize(kind, bytes), `${kind}: larger than its cap`)
    sent.push(await upload.uploadPart(sent.length + 1, part))
  }
  await upload.complete(sent)
  return bytes
}

/**
 * Lets a file of any size pass into the object storage, a part at a time. Its type is what its bytes say.
 * @throws DomainError `large-file-size`, `bad-request` for a file that is not what its field asks for.
 */
export async function land(env: Env, kind: UploadKind, key: string, bytes: AsyncIterable<Uint8Array>): Promise<Landed> {
  const parts = inParts(bytes)
  const { value: first = new Uint8Array() } = await parts.next()
  const content = contentOf(kind, first)
  if ('refusal' in content) throw new DomainError('bad-request', `${kind}: ${content.refusal}`)
  const options = { httpMetadata: { contentType: content.type } }
  const stored = { key, kind, contentType: content.type }
  if (first.length < PART_BYTES) {
    await env.FILES.put(key, first, options)
    return { ...stored, bytes: first.length }
  }
  const upload = await env.FILES.createMultipartUpload(key, options)
  try {
    return { ...stored, bytes: await sendParts(upload, first, parts, kind) }
  } catch (error) {
    await upload.abort()
    throw error
  }
}
