/** The uploadable files by field name, with their size limits (docs/rules/api.md 5.1). */
export const userAssets = ['image', 'video', 'thumbnail'] as const

export const reportAssets = ['screenshot', 'log'] as const

const MIB = 1024 * 1024
export const maxBytes = {
  image: 8 * MIB,
  thumbnail: 8 * MIB,
  video: 400 * MIB,
  'intro-video': 400 * MIB,
  screenshot: 8 * MIB,
  log: MIB,
  receipt: 8 * MIB,
} as const

/** Kinds of files that are too large to be held in a request's memory. */
export type LargeKind = 'video' | 'intro-video'

/** The minimum width and height of a profile image (docs/rules/api.md 5.2). */
export const MIN_IMAGE_SIDE_PX = 480

/**
 * The maximum width and height of any image, and its maximum number of pixels: a phone camera of 48 megapixels is below it.
 */
export const MAX_IMAGE_SIDE_PX = 10_000
export const MAX_IMAGE_PIXELS = 50_000_000

/** The minimum size of a tutor's thumbnail, in pixels. */
export const MIN_THUMBNAIL = { width: 320, height: 180 } as const
