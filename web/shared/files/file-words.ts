import type { UploadKind } from '#domain/files/content'
import { MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX, MIN_THUMBNAIL, maxBytes } from '#domain/files/kinds'
import { upload } from '#messages/upload'
import { useMessages } from '../../messages/messages.ts'
import type { FileProblem } from './file-check.ts'

const KIB = 1024
const MIB = KIB * KIB

const RULES: Record<UploadKind, 'image' | 'picture' | 'thumbnail' | 'video' | 'log'> = {
  image: 'image',
  thumbnail: 'thumbnail',
  screenshot: 'picture',
  receipt: 'picture',
  video: 'video',
  'intro-video': 'video',
  log: 'log',
}

/** The `accept` attribute of the file chooser. */
export const ACCEPTED: Record<UploadKind, string> = {
  image: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
  thumbnail: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
  screenshot: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
  receipt: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
  video: 'video/mp4,video/webm',
  'intro-video': 'video/mp4,video/webm',
  log: 'text/plain',
}

/** The texts about files: requirements, problems and sizes. */
export function useFileWords() {
  const t = useMessages(upload)
  const size = (bytes: number): string =>
    bytes >= MIB
      ? t('megabytes', { count: Math.round((bytes / MIB) * 10) / 10 })
      : t('kilobytes', { count: Math.max(1, Math.round(bytes / KIB)) })
  const bounds = (kind: UploadKind) => ({
    ...MIN_THUMBNAIL,
    side: MIN_IMAGE_SIDE_PX,
    maxSide: MAX_IMAGE_SIDE_PX,
    size: size(maxBytes[kind]),
  })
  return {
    size,
    rule: (kind: UploadKind) => t(`rules.${RULES[kind]}`, bounds(kind)),
    problem: (kind: UploadKind, problem: FileProblem) => t(`faults.${problem}`, bounds(kind)),
  }
}
