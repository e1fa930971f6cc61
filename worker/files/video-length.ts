import { CustomSource, Input, MP4, WEBM } from 'mediabunny'
import type { Env } from '../env.ts'

/**
 * The most that is read of a video at once. The parser reads a whole WebM cluster and a whole MP4 index, which are a few
 * MiB in videos of three minutes; a file that declares larger ones would exhaust the worker's memory.
 */
const MAX_READ_BYTES = 16 * 1024 * 1024
const CACHE_BYTES = 8 * 1024 * 1024

/** Durations in seconds: of the video track, and of the whole file, whose audio may be longer. */
export type VideoLength = { picture: number; whole: number }

type OpenFile = { input: Input; storageError: () => unknown }

function openFile(env: Env, { key, bytes }: { key: string; bytes: number }): OpenFile {
  let storageError: unknown = null
  const readStorage = async (offset: number, length: number): Promise<ArrayBuffer> => {
    try {
      const object = await env.FILES.get(key, { range: { offset, length } })
      if (!object) throw new Error('the object is gone')
      return await object.arrayBuffer()
    } catch (error) {
      storageError = error
      throw error
    }
  }
  const source = new CustomSource({
    getSize: () => bytes,
    read: async (start, end) => {
      if (end - start > MAX_READ_BYTES) throw new Error(`${end - start} bytes in one piece`)
      return new Uint8Array(await readStorage(start, end - start))
    },
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: 'network',
    // A failed read-ahead fails again when the data is needed.
    handleUnhandledError: () => undefined,
  })
  return { input: new Input({ formats: [MP4, WEBM], source }), storageError: () => storageError }
}

async function measure(input: Input): Promise<VideoLength | null> {
  const track = await input.getPrimaryVideoTrack()
  if (!track || (await track.getCodec()) === null) return null
  const picture = (await track.computeDuration()) - (await track.getFirstTimestamp())
  return picture > 0 ? { picture, whole: await input.computeDuration() } : null
}

/**
 * Measures the duration of a stored MP4 or WebM from its bytes, ignoring its header: browsers' recorders write no duration,
 * and a client may write any. Null if the bytes are not a video.
 * @throws what the object storage throws, which says nothing about the file.
 */
export async function readVideoLength(env: Env, file: { key: string; bytes: number }): Promise<VideoLength | null> {
  const { input, storageError } = openFile(env, file)
  try {
    return await measure(input)
  } catch {
    if (storageError()) throw storageError()
    return null
  } finally {
    input.dispose()
  }
}
