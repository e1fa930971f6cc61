/** The files that people upload, by their field names, with their caps (docs/rules/api.md 5.1). */
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

/** Files of these kinds are larger than what a request may hold in memory. */
export type LargeKind = 'video' | 'intro-video'

/** A profile image is at least this wide and high (docs/rules/api.md 5.2). */
export const MIN_IMAGE_SIDE_PX = 480

/** Any image is at most this wide and high, and has at most so many pixels: a phone's camera of 48 megapixels has less. */
export const MAX_IMAGE_SIDE_PX = 10_000
export const MAX_IMAGE_PIXELS = 50_000_000

/** Pixels: the least of a tutor's thumbnail. */
export const MIN_THUMBNAIL = { width: 320, height: 180 } as const
