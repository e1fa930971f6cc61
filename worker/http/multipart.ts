import { DomainError } from '#domain/errors'

/**
 * Reads multipart form data (RFC 7578) as a stream: the bytes of a part are given out while they arrive. A video may have
 * 400 MiB and a worker 128 MB of memory, so that readers which collect a part before they give it out cannot be used:
 * neither `Request.formData()` nor `@remix-run/multipart-parser` (`MultipartPart.content` is complete when it is yielded).
 */

const MAX_HEADER_BYTES = 8 * 1024
const MAX_PARTS = 20
const CR = 13

/** A field or a file; its bytes must be read, or passed over, before the next part comes. */
export type Part = { name: string; isFile: boolean; bytes: AsyncIterable<Uint8Array> }

const malformed = () => new DomainError('bad-request', 'body: not valid multipart form data')
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Where the mark begins, or -1. Marks begin with CR, which is rare enough to look for first. */
function indexOf(bytes: Uint8Array, mark: Uint8Array): number {
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (at + mark.length > bytes.length) return -1
    if (mark.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}

/** Bytes of a stream up to a mark, and after it. */
class Marked {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array

  constructor(stream: AsyncIterable<Uint8Array>, before: Uint8Array) {
    this.#chunks = stream[Symbol.asyncIterator]()
    this.#held = before
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw malformed()
    this.#held = joined(this.#held, value)
  }

  /** Everything up to the mark, as it comes; the mark itself is passed over. */
  async *until(mark: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#held, mark)
      // The end may hold the beginning of a mark, whose rest is still to come.
      const safe = at === -1 ? Math.max(0, this.#held.length - mark.length + 1) : at
      if (safe > 0) yield this.#held.subarray(0, safe)
      this.#held = this.#held.subarray(at === -1 ? safe : at + mark.length)
      if (at !== -1) return
      await this.#more()
    }
  }

  async take(count: number): Promise<string> {
    while (this.#held.length < count) await this.#more()
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return new TextDecoder().decode(taken)
  }
}

/** @throws DomainError `bad-request` past the limit. */
export async function collect(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  tooMuch = malformed,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > limit) throw tooMuch()
    chunks.push(chunk.slice())
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function headerOf(text: string): { name: string; isFile: boolean } {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(text)?.[1]
  const name = disposition && /;\s*name="([^"]*)"/i.exec(disposition)?.[1]
  if (!disposition || !name) throw malformed()
  return { name, isFile: /;\s*filename\*?=/i.test(disposition) }
}

/**
 * The parts of a form, one after another.
 * @throws DomainError `bad-request` for what is no multipart form data.
 */
export async function* partsOf(stream: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<Part> {
  const { quoted, plain } =
    /^multipart\/form-data\s*;.*?boundary=(?:"(?<quoted>[^"]{1,70})"|(?<plain>[^;\s]{1,70}))/i.exec(contentType)
      ?.groups ?? {}
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  const mark = encode(`\r\n--${boundary}`)
  // As if a line had ended before the first mark, so that all marks are alike.
  const reader = new Marked(stream, encode('\r\n'))
  for await (const _preamble of reader.until(mark)) {
  }
  for (let parts = 0; (await reader.take(2)) === '\r\n'; parts++) {
    if (parts === MAX_PARTS) throw malformed()
    const header = new TextDecoder().decode(await collect(reader.until(encode('\r\n\r\n')), MAX_HEADER_BYTES))
    const bytes = reader.until(mark)
    yield { ...headerOf(header), bytes }
    for await (const _rest of bytes) {
    }
  }
}
