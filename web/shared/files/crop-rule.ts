import { imageIn } from '#domain/files/content'
import { MIN_IMAGE_SIDE_PX, MIN_THUMBNAIL } from '#domain/files/kinds'

/** The form in which an image is needed. Sizes in pixels. */
export type CropRule = {
  aspect: number
  minWidth: number
  /** What is cropped from a larger image is scaled down to this. */
  maxWidth: number
  /** Shows where a face should be. */
  hasFaceGuide: boolean
  /** An image that has this form already is not cropped. */
  skipsFitting: boolean
}

/**
 * A user's photo: always cropped to a square and re-encoded, so that no metadata of the chosen file is sent, such as the
 * location that a camera stores (docs/rules/api.md 5.6).
 */
export const PORTRAIT: CropRule = {
  aspect: 1,
  minWidth: MIN_IMAGE_SIDE_PX,
  maxWidth: 1080,
  hasFaceGuide: true,
  skipsFitting: false,
}

/** The image shown before a video starts. */
export const THUMBNAIL: CropRule = {
  aspect: 16 / 9,
  minWidth: MIN_THUMBNAIL.width,
  maxWidth: 1280,
  hasFaceGuide: false,
  skipsFitting: true,
}

const TOLERANCE = 0.01

/** Whether the image must be cropped before it is sent. */
export async function needsCrop(file: File, { aspect, skipsFitting }: CropRule): Promise<boolean> {
  if (!skipsFitting) return true
  const image = imageIn(new Uint8Array(await file.arrayBuffer()))
  return image === null || Math.abs(image.width / image.height - aspect) > TOLERANCE
}

/** The part of an image that is kept, in its own pixels. */
export type CropArea = { x: number; y: number; width: number; height: number }

/** How far an image may be enlarged so that at least `minWidth` of its pixels remain in the frame. */
export function maxZoomOf(
  { width, height }: { width: number; height: number },
  { aspect, minWidth }: CropRule,
): number {
  const widest = Math.min(width, height * aspect)
  return Math.min(4, Math.max(1, widest / minWidth))
}

/** The size of the result: the cropped pixels, scaled down to the greatest width, and exactly of the asked form. */
export function resultSize(
  area: CropArea,
  { aspect, minWidth, maxWidth }: CropRule,
): { width: number; height: number } {
  const width = Math.round(Math.min(maxWidth, Math.max(minWidth, area.width)))
  return { width, height: Math.round(width / aspect) }
}
