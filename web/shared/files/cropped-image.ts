import { type CropArea, type CropRule, resultSize } from './crop-rule.ts'

const QUALITY = 0.9

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))

/** The canvas as a WebP; as a JPEG where the browser writes no WebP. */
export async function fileOfCanvas(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const webp = await blobOf(canvas, 'image/webp')
  // A browser that cannot write a form answers a PNG, which of a photo is several times as large.
  const blob = webp?.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg')
  if (!blob) throw new Error('the canvas gave no image')
  const ending = blob.type === 'image/webp' ? 'webp' : 'jpg'
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type })
}

/** Draws a part of an image or of a video's frame. */
export function drawn(
  source: CanvasImageSource,
  area: CropArea,
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return canvas
}

/** The part of an image file that was chosen, in the form that the rule asks for. The camera's rotation is applied. */
export async function croppedImage(file: File, area: CropArea, rule: CropRule): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return await fileOfCanvas(drawn(bitmap, area, resultSize(area, rule)), file.name)
  } finally {
    bitmap.close()
  }
}
