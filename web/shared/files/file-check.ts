import { contentOf, type FileFault, type UploadKind, whyNotSize } from '#domain/files/content'

/** The bytes of a video that are read to detect its type; the rest may be hundreds of megabytes. */
const VIDEO_HEAD_BYTES = 4096

export type FileProblem = FileFault | 'large-file' | 'unread'

/**
 * Why the server would refuse this file: by its size and its bytes, before anything is sent
 * (docs/rules/screens.md 2.5).
 */
export async function whyNotFile(kind: UploadKind, file: File): Promise<FileProblem | null> {
  if (whyNotSize(kind, file.size)) return 'large-file'
  const isVideo = kind === 'video' || kind === 'intro-video'
  try {
    const bytes = new Uint8Array(await (isVideo ? file.slice(0, VIDEO_HEAD_BYTES) : file).arrayBuffer())
    const content = contentOf(kind, bytes)
    return 'fault' in content ? content.fault : null
  } catch {
    return 'unread'
  }
}
