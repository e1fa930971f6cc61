import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

/** What is done to videos in the browser. Fetched when the first one is there: the library is large. */

const openVideo = (file: Blob) => new Input({ formats: [MP4, WEBM], source: new BlobSource(file) })

/** The length in seconds by the bytes, as the server reads it; null for what is no video. */
export async function readLength(file: Blob): Promise<number | null> {
  const input = openVideo(file)
  try {
    const track = await input.getPrimaryVideoTrack()
    return track ? await input.computeDuration() : null
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

export type Range = { start: number; end: number }

/** The cut may be off by this much, in seconds, so that nothing has to be encoded again. */
const CUT_TOLERANCE = 0.5

type Making = {
  /** Seconds; null keeps the whole video. */
  range: Range | null
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Cuts a video, and writes its length and its index into it: without them, as recorders leave it, no player can seek. Packets
 * are copied; only a cut far from a key frame is encoded again.
 * @throws Error when the browser cannot do that, or an `AbortError`.
 */
export async function finishVideo(file: File, { range, onProgress, signal }: Making): Promise<File> {
  const input = openVideo(file)
  try {
    const isWebm = (await input.getFormat()) === WEBM
    const target = new BufferTarget()
    const output = new Output({ format: isWebm ? new WebMOutputFormat() : new Mp4OutputFormat(), target })
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      copy: { boundaryPolicy: 'shrink', boundaryTolerance: CUT_TOLERANCE },
      ...(range ? { trim: range } : {}),
      showWarnings: false,
    })
    if (!conversion.isValid || conversion.discardedTracks.length > 0)
      throw new Error('the browser cannot cut this video')
    conversion.onProgress = onProgress
    signal.addEventListener('abort', () => void conversion.cancel())
    signal.throwIfAborted()
    await conversion.execute()
    const type = isWebm ? 'video/webm' : 'video/mp4'
    return new File([target.buffer ?? new ArrayBuffer(0)], file.name, { type })
  } finally {
    input.dispose()
  }
}
