import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as files from '#tests/files'
import { contentOf, imageIn, isSquare, isText, videoIn, whyNotSize } from './content.ts'
import { maxBytes } from './kinds.ts'

describe('a file is what its bytes are', () => {
  it('images tell their size', () => {
    expect(imageIn(files.png(640, 480))).toEqual({ type: 'image/png', width: 640, height: 480 })
    expect(imageIn(files.jpeg(1200, 800))).toEqual({ type: 'image/jpeg', width: 1200, height: 800 })
    expect(imageIn(files.gif(500, 501))).toEqual({ type: 'image/gif', width: 500, height: 501 })
    for (const form of ['VP8 ', 'VP8L', 'VP8X'] as const)
      expect(imageIn(files.webp(640, 481, form))).toEqual({ type: 'image/webp', width: 640, height: 481 })
    expect(imageIn(files.webp(640, 480, 'ALPH'))).toBeNull()
    for (const brands of ['avif\0\0\0\0avifmif1miaf', 'mif1\0\0\0\0mif1avif', 'avis\0\0\0\0avismsf1'])
      expect(imageIn(files.avif(640, 482, brands))).toEqual({ type: 'image/avif', width: 640, height: 482 })
    expect(imageIn(files.svg())).toBeNull()
    expect(imageIn(files.bytesOf('a text that calls itself photo.png'))).toBeNull()
  })

  it('a video is MP4 or WebM', () => {
    expect(videoIn(files.mp4())).toBe('video/mp4')
    expect(videoIn(files.webm())).toBe('video/webm')
    expect(videoIn(files.quickTime())).toBeNull()
    for (const still of [files.avif(640, 480), files.heic(640, 480), files.heic(640, 480, 'mif1')])
      expect(videoIn(still)).toBeNull()
    expect(videoIn(files.matroska())).toBeNull()
  })

  it('a log is text, in any language', () => {
    expect(isText(files.bytesOf('10:00 \xd9\x81\xd8\xaa\xd8\xad\n\tGET /tutors\x1b[0m'))).toBe(true)
    expect(isText(files.bytesOf('MZ\0\x01'))).toBe(false)
  })

  it('no bytes make the parser throw', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBPVP8L', '\0\0\0\x10ftypavif', ''),
        (rest, head) => {
          const bytes = Uint8Array.from([...head].map((one) => one.charCodeAt(0)).concat([...rest]))
          contentOf('image', bytes)
          videoIn(bytes)
        },
      ),
    )
  })
})

describe('what a field takes', () => {
  it('a profile image has 480 pixels each way; other images any', () => {
    expect(contentOf('image', files.png(480, 480))).toEqual({ type: 'image/png' })
    expect(contentOf('image', files.png(479, 480))).toMatchObject({ fault: 'small-image' })
    expect(contentOf('image', files.jpeg(480, 479))).toHaveProperty('refusal')
    expect(contentOf('screenshot', files.gif(1, 1))).toEqual({ type: 'image/gif' })
    expect(contentOf('image', files.avif(480, 480))).toEqual({ type: 'image/avif' })
    expect(contentOf('image', files.avif(480, 479))).toMatchObject({ fault: 'small-image' })
    expect(contentOf('screenshot', files.avif(600, 600, 'avif\0\0\0\0', ''))).toMatchObject({ fault: 'no-picture' })
    expect(contentOf('screenshot', files.avif(10_001, 10))).toMatchObject({ fault: 'large-image' })
    for (const brand of ['heic', 'heix', 'mif1', 'msf1'])
      expect(contentOf('screenshot', files.heic(600, 600, brand))).toMatchObject({ fault: 'heic' })
    expect(contentOf('thumbnail', files.png(320, 180))).toEqual({ type: 'image/png' })
    expect(contentOf('thumbnail', files.png(319, 180))).toMatchObject({ fault: 'small-thumbnail' })
    expect(contentOf('thumbnail', files.png(320, 179))).toMatchObject({ fault: 'small-thumbnail' })
  })

  it('no image is larger than a screen can show, whatever its bytes are', () => {
    for (const kind of ['image', 'thumbnail', 'screenshot', 'receipt'] as const) {
      expect(contentOf(kind, files.png(10_000, 5_000))).toEqual({ type: 'image/png' })
      const huge = [
        files.png(10_001, 500),
        files.png(10_000, 5_001),
        files.png(65_535, 65_535),
        files.jpeg(500, 65_500),
      ]
      for (const image of [...huge, files.gif(20_000, 600), files.webp(16_000, 600), files.webp(90_000, 900, 'VP8X')])
        expect(contentOf(kind, image)).toMatchObject({ fault: 'large-image' })
    }
  })

  it('an image holds a picture, and none beyond the size that it says', () => {
    const whole = [files.png(600, 600), files.jpeg(600, 600), files.gif(600, 600), files.webp(600, 600)]
    for (const image of [...whole, files.webp(600, 600, 'VP8L'), files.webp(600, 600, 'VP8X')]) {
      expect(contentOf('image', image)).toHaveProperty('type')
      for (let length = 13; length < 30; length++)
        expect(contentOf('image', image.subarray(0, length))).toHaveProperty('fault')
    }
    expect(contentOf('image', files.emptyPng(600, 600))).toMatchObject({ fault: 'no-picture' })
    expect(contentOf('screenshot', files.png(0, 600))).toMatchObject({ fault: 'no-picture' })
    expect(contentOf('image', files.gif(600, 600, { width: 601, height: 600 }))).toMatchObject({ fault: 'no-picture' })
    expect(contentOf('image', files.gif(600, 600, { width: 65_535, height: 65_535 }))).toHaveProperty('fault')
  })

  it('a portrait is square', () => {
    expect(isSquare(files.webp(480, 480))).toBe(true)
    expect(isSquare(files.jpeg(480, 481))).toBe(false)
    expect(isSquare(files.mp4())).toBe(false)
  })

  it('only the types that the field is for', () => {
    expect(contentOf('image', files.mp4())).toMatchObject({ fault: 'not-image' })
    expect(contentOf('video', files.png(600, 600))).toHaveProperty('refusal')
    expect(contentOf('video', files.webm())).toEqual({ type: 'video/webm' })
    expect(contentOf('log', files.bytesOf(''))).toHaveProperty('refusal')
    expect(contentOf('log', files.png(600, 600))).toHaveProperty('refusal')
  })

  it('up to its cap', () => {
    expect(whyNotSize('log', maxBytes.log)).toBeNull()
    expect(whyNotSize('log', maxBytes.log + 1)).toBe('large-file-size')
  })
})

describe('the header of an image', () => {
  const changed = (bytes: Uint8Array, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 0x20)

  it('of a PNG has its signature and its first chunk', () => {
    const png = files.png(640, 480)
    expect(imageIn(png.subarray(0, 24))).toMatchObject({ width: 640, height: 480 })
    expect(imageIn(png.subarray(0, 23))).toBeNull()
    for (const at of [0, 1, 7, 12, 15]) expect(imageIn(changed(png, at))).toBeNull()
  })

  it('of a GIF has ten bytes', () => {
    const gif = files.gif(500, 501)
    expect(imageIn(gif.subarray(0, 10))).toMatchObject({ width: 500, height: 501 })
    expect(imageIn(gif.subarray(0, 9))).toBeNull()
  })

  it('of a JPEG is in its frame, of whatever kind, and not in a table', () => {
    const segment = (marker: number) => `\xff${String.fromCharCode(marker)}\0\x0b\x08\0\x01\0\x02\x01\x01\x11\0`
    const sizeAfter = (marker: number) =>
      imageIn(files.bytesOf(`\xff\xd8${segment(marker)}\xff\xc0\0\x0b\x08\0\x03\0\x04..`))
    for (const frame of [0xc0, 0xc1, 0xc2, 0xcd, 0xcf]) expect(sizeAfter(frame)).toMatchObject({ width: 2, height: 1 })
    for (const other of [0xbf, 0xc4, 0xc8, 0xcc, 0xd0, 0xe0])
      expect(sizeAfter(other)).toMatchObject({ width: 4, height: 3 })
  })

  it('of a JPEG is whole, and follows only segments', () => {
    const frame = '\xff\xc0\0\x0b\x08\0\x03\0\x04'
    expect(imageIn(files.bytesOf(`\xff\xd8${frame}.`))).toMatchObject({ width: 4, height: 3 })
    for (const text of [
      `\xff\xd8${frame}`,
      '\xff\xd8\xff\xc0\0\x0b',
      `\xff\xd9${frame}.`,
      `\xff\xd8\xff\xe0\0\x02.\xc0${frame.slice(2)}.`,
    ])
      expect(imageIn(files.bytesOf(text))).toBeNull()
  })

  it('of a WebP has its container, its form and the mark of that form', () => {
    for (const [form, mark] of [
      ['VP8 ', 23],
      ['VP8L', 20],
    ] as const) {
      const webp = files.webp(640, 481, form)
      expect(imageIn(webp.subarray(0, 30))).toMatchObject({ width: 640, height: 481 })
      expect(imageIn(webp.subarray(0, 29))).toBeNull()
      for (const at of [0, 3, 8, 11, 12, mark]) expect(imageIn(changed(webp, at))).toBeNull()
    }
  })
})

describe('a fault', () => {
  it('is named by what the field needs', () => {
    expect(contentOf('image', new Uint8Array())).toMatchObject({ fault: 'empty' })
    for (const kind of ['video', 'intro-video'] as const) {
      expect(contentOf(kind, files.mp4())).toEqual({ type: 'video/mp4' })
      expect(contentOf(kind, files.png(600, 600))).toMatchObject({ fault: 'not-video' })
    }
    expect(contentOf('log', files.bytesOf('a text'))).toEqual({ type: 'text/plain; charset=utf-8' })
    expect(contentOf('log', files.png(600, 600))).toMatchObject({ fault: 'not-text' })
    expect(contentOf('screenshot', files.png(600, 0))).toMatchObject({ fault: 'no-picture' })
  })

  it('is a WebM whose first bytes are not those of its container', () => {
    expect(videoIn(files.webm().with(0, 0x1b))).toBeNull()
  })

  it('is more than 8 MiB for an image', () => {
    expect(whyNotSize('image', 8_388_608)).toBeNull()
    expect(whyNotSize('image', 8_388_609)).toBe('large-file-size')
  })
})
