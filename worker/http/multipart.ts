import { DomainError } from '#domain/errors'

/**
 * Parses multipart form data (RFC 7578) as a stream, yielding the bytes of a part as they arrive. A video may have 400 MiB
 * and a worker has 128 MB of memory, so parsers that buffer a part cannot be used: neither `Request.formData()` nor
 * `@remix-run/multipart-parser` (`MultipartPart.content` is complete when it is yielded).
 */

const MAX_HEADER_BYTES = 8 * 1024
const MAX_PARTS = 20
const CR = 13

/** A field or a file. Its bytes can be read until the next part is requested, which skips those that were not read. */
export type Part = { name: string; isFile: boolean; bytes: AsyncIterable<Uint8Array> }

const malformed = () => new DomainError('bad-request', 'body: not valid multipart form data')
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** The index of the delimiter, or -1. Every delimiter begins with CR, which is rare enough to search for first. */
function indexOf(bytes: Uint8Array, delimiter: Uint8Array): number {
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (at + delimiter.length > bytes.length) return -1
    if (delimiter.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}

/** Splits a stream at delimiters, buffering no more than one chunk and a delimiter. */
class DelimitedReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #buffered: Uint8Array

  constructor(stream: AsyncIterable<Uint8Array>, before: Uint8Array) {
    this.#chunks = stream[Symbol.asyncIterator]()
    this.#buffered = before
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw malformed()
    this.#buffered = concat(this.#buffered, value)
  }

  /** Yields the bytes up to the delimiter as they arrive, and consumes the delimiter. */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#buffered, delimiter)
      // The end of what is held may be the beginning of a delimiter.
      const safe = at === -1 ? Math.max(0, this.#buffered.length - delimiter.length + 1) : at
      if (safe > 0) yield this.#buffered.subarray(0, safe)
      this.#buffered = this.#buffered.subarray(at === -1 ? safe : at + delimiter.length)
      if (at !== -1) return
      await this.#more()
    }
  }

  async take(count: number): Promise<string> {
    while (this.#buffered.length < count) await this.#more()
    const taken = this.#buffered.subarray(0, count)
    this.#buffered = this.#buffered.subarray(count)
    return new TextDecoder().decode(taken)
  }
}

/**
 * Collects the chunks of a part.
 * @throws DomainError `bad-request`, or what `tooMuch` makes, past `limit` bytes.
 */
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
 * The parts of a form, one after another: at most 20, each with headers of at most 8 KiB.
 * @throws DomainError `bad-request` for what is no multipart form data.
 */
export async function* parseMultipart(stream: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<Part> {
  const { quoted, plain } =
    /^multipart\/form-data\s*;.*?boundary=(?:"(?<quoted>[^"]{1,70})"|(?<plain>[^;\s]{1,70}))/i.exec(contentType)
      ?.groups ?? {}
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  const delimiter = encode(`\r\n--${boundary}`)
  // The first delimiter is at the start of the body, without the line break that precedes every other one.
  const reader = new DelimitedReader(stream, encode('\r\n'))
  for await (const _preamble of reader.until(delimiter)) {
  }
  for (let parts = 0; (await reader.take(2)) === '\r\n'; parts++) {
    if (parts === MAX_PARTS) throw malformed()
    const header = new TextDecoder().decode(await collect(reader.until(encode('\r\n\r\n')), MAX_HEADER_BYTES))
    const bytes = reader.until(delimiter)
    // Without `return`: whoever stops reading a part early would end the generator, and the rest would be read as headers.
    yield { ...headerOf(header), bytes: { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) } }
    for await (const _rest of bytes) {
    }
  }
}
