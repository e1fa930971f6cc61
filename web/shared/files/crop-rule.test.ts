import { describe, expect, it } from 'vitest'
import * as files from '#tests/files'
import { maxZoomOf, needsCrop, PORTRAIT, resultSize, THUMBNAIL } from './crop-rule.ts'

const fileOf = (bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], 'photo.png')

describe('cropping an image', () => {
  it('is asked for a portrait always, for a thumbnail where it does not fit', async () => {
    expect(await needsCrop(fileOf(files.png(600, 600)), PORTRAIT)).toBe(true)
    expect(await needsCrop(fileOf(files.webp(640, 480)), THUMBNAIL)).toBe(true)
    expect(await needsCrop(fileOf(files.webp(1280, 720)), THUMBNAIL)).toBe(false)
  })

  it('never leaves fewer pixels than the server asks for', () => {
    expect(maxZoomOf({ width: 480, height: 900 }, PORTRAIT)).toBe(1)
    expect(maxZoomOf({ width: 960, height: 1200 }, PORTRAIT)).toBe(2)
    expect(maxZoomOf({ width: 9000, height: 9000 }, PORTRAIT)).toBe(4)
    expect(resultSize({ x: 0, y: 0, width: 479.6, height: 479.6 }, PORTRAIT)).toEqual({ width: 480, height: 480 })
    expect(resultSize({ x: 5, y: 5, width: 3000, height: 3000 }, PORTRAIT)).toEqual({ width: 1080, height: 1080 })
    expect(resultSize({ x: 0, y: 0, width: 320, height: 180 }, THUMBNAIL)).toEqual({ width: 320, height: 180 })
  })
})
