import { describe, expect, it } from 'vitest'
import { bytesOf } from '#tests/files'
import { hasPicture, type ImageType } from './picture.ts'

const holds = (type: ImageType, binary: string) => hasPicture(bytesOf(binary), { type, width: 100, height: 50 })

describe('a PNG holds a picture', () => {
  const head = '\x89PNG\r\n\x1a\n'
  const header = '\0\0\0\x02IHDR..crc.'
  const picture = '\0\0\0\x01IDAT.crc.'
  const end = '\0\0\0\0IENDcrc.'

  it('in a chunk of its own, after any others', () => {
    expect(holds('image/png', `${head}${header}${picture}${end}`)).toBe(true)
    expect(holds('image/png', `${head}${header}\0\0\0\x03tEXtabccrc.${picture}${end}`)).toBe(true)
  })

  it('and not in an empty chunk, after the end or where the file is cut', () => {
    expect(holds('image/png', `${head}${header}\0\0\0\0IDATcrc.${end}`)).toBe(false)
    expect(holds('image/png', `${head}${header}${end}${picture}`)).toBe(false)
    expect(holds('image/png', `${head}${header}${picture.slice(0, 12)}`)).toBe(false)
  })
})

describe('a JPEG holds a picture', () => {
  const table = '\xff\xc4\0\x04ab'

  it('after the segment that starts a scan', () => {
    expect(holds('image/jpeg', '\xff\xd8\xff\xda\0\x04ab.')).toBe(true)
    expect(holds('image/jpeg', `\xff\xd8${table}\xff\xff\xda\0\x04ab.`)).toBe(true)
  })

  it('and not where nothing follows that segment, or where it is missing', () => {
    expect(holds('image/jpeg', '\xff\xd8\xff\xda\0\x04ab')).toBe(false)
    expect(holds('image/jpeg', `\xff\xd8${table}${table}`)).toBe(false)
    // Browsers' decoders pass over what stands between two segments.
    for (const between of ['.', '\0\0', '\0', '\xff\0', '\x12\x34', '\xff\x01', '\xff\xd0', '\xff\xff\xff'])
      expect(holds('image/jpeg', `\xff\xd8${table}${between}\xff\xda\0\x04ab.`)).toBe(true)
    expect(holds('image/jpeg', '\xff\xd8\xff\xd9\xff\xda\0\x04ab.')).toBe(false)
    expect(holds('image/jpeg', '\xff\xd8\xff\xda\0\x20ab.')).toBe(false)
  })
})

describe('a GIF holds a picture', () => {
  const screen = (flags: number) => `GIF89a\x64\0\x32\0${String.fromCharCode(flags)}\0\0`
  const frame = (left: number, top: number, width: number, height: number, flags = 0) =>
    `\x2c${[left, top, width, height].map((one) => `${String.fromCharCode(one)}\0`).join('')}${String.fromCharCode(flags)}`
  const data = '\x02\x01\x44\0'
  const extension = '\x21\xf9\x02ab\x01c\0'

  it('in a frame, after colour tables and extensions', () => {
    expect(holds('image/gif', `${screen(0)}${frame(0, 0, 100, 50)}${data}`)).toBe(true)
    expect(holds('image/gif', `${screen(0x81)}${'c'.repeat(12)}${extension}${frame(0, 0, 9, 9)}${data}\x3b`)).toBe(true)
    expect(holds('image/gif', `${screen(0)}${frame(0, 0, 9, 9, 0x80)}${'\0'.repeat(6)}${data}`)).toBe(true)
  })

  it('and not without data, or in a frame that reaches beyond the screen', () => {
    expect(holds('image/gif', `${screen(0)}${frame(0, 0, 9, 9)}\x02\0`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}${extension}\x3b`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}.${'.'.repeat(9)}${data}`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}\x3b${frame(0, 0, 9, 9).slice(1)}${data}`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}${frame(0, 0, 9, 9, 0x80)}${'c'.repeat(6)}\x02\0`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}${frame(1, 0, 100, 50)}${data}`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}${frame(0, 1, 100, 50)}${data}`)).toBe(false)
    expect(holds('image/gif', `${screen(0)}${frame(0, 0, 9, 9)}${data}${frame(92, 0, 9, 9)}${data}`)).toBe(false)
  })
})

describe('a WebP holds a picture', () => {
  const head = 'RIFF\0\0\0\0WEBP'

  it('in one of three chunks, after any others', () => {
    for (const name of ['VP8 ', 'VP8L', 'ANMF']) expect(holds('image/webp', `${head}${name}\x01\0\0\0.`)).toBe(true)
    expect(holds('image/webp', `${head}VP8X\x03\0\0\0abc\0VP8L\x01\0\0\0.`)).toBe(true)
  })

  it('and not in an empty chunk or without one', () => {
    expect(holds('image/webp', `${head}VP8L\0\0\0\0.`)).toBe(false)
    expect(holds('image/webp', `${head}EXIF\x02\0\0\0ab${'.'.repeat(9)}`)).toBe(false)
    expect(holds('image/webp', `${head}VP8L\x01\0\0\0`)).toBe(false)
  })
})
