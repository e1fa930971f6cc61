import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Instant } from '#domain/cairo'

/** A file of an archive; one that `isCompressed` already is stored as it is. */
export type ZipEntry = { name: string; isCompressed: boolean; bytes: AsyncIterable<Uint8Array> }

/** An archive of these files, in pieces: no more than a piece of one file is in memory. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Instant): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  const taken = (): Uint8Array[] => {
    const pieces = made
    made = []
    return pieces
  }
  for await (const { name, isCompressed, bytes } of entries) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    file.mtime = at
    zip.add(file)
    for await (const piece of bytes) {
      file.push(piece)
      yield* taken()
    }
    file.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
