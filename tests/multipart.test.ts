import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect, parseMultipart } from '../worker/http/multipart.ts'

const TYPE = 'multipart/form-data; boundary=line'
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The same bytes in pieces of these sizes. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

type Read = { name: string; isFile: boolean; content: string }

async function read(bytes: Uint8Array, sizes: readonly number[] = [7], type = TYPE): Promise<Read[]> {
  const parts: Read[] = []
  for await (const { name, isFile, bytes: content } of parseMultipart(inPieces(bytes, sizes), type))
    parts.push({ name, isFile, content: String.fromCharCode(...(await collect(content, 100_000))) })
  return parts
}

const field = (name: string, content: string) =>
  `--line\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
const file = (name: string, content: string) =>
  `--line\r\nContent-Disposition: form-data; name="${name}"; filename="a; name=b.png"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`

describe('a form', () => {
  it('is read part by part', async () => {
    expect(
      await read(
        bytesOf(`${field('title', 'x')}${file('log', '\r\n--lin\r\n-line--\r')}${field('empty', '')}--line--\r\n`),
      ),
    ).toEqual([
      { name: 'title', isFile: false, content: 'x' },
      { name: 'log', isFile: true, content: '\r\n--lin\r\n-line--\r' },
      { name: 'empty', isFile: false, content: '' },
    ])
  })

  it('is the same however it is cut', async () => {
    const byte = fc.constantFrom(...'\r\n-line\0\xff'.split(''))
    const content = fc.array(byte, { maxLength: 60 }).map((all) => all.join(''))
    const isApart = (text: string) => !`\r\n${text}\r\n`.includes('\r\n--line')
    await fc.assert(
      fc.asyncProperty(
        fc.array(content.filter(isApart), { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        async (contents, sizes) => {
          const form = contents.map((one, index) => file(`f${index}`, one)).join('')
          const parts = await read(bytesOf(`${form}--line--`), sizes)
          expect(parts.map((part) => part.content)).toEqual(contents)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('goes on after a part of which not all was read', async () => {
    const form = bytesOf(`${file('video', 'x'.repeat(100))}${field('title', 'y')}--line--`)
    const parts: Omit<Read, 'isFile'>[] = []
    for await (const { name, bytes } of parseMultipart(inPieces(form, [7]), TYPE))
      for await (const chunk of bytes) {
        parts.push({ name, content: String.fromCharCode(...chunk) })
        break
      }
    expect(parts.map(({ name }) => name)).toEqual(['video', 'title'])
    expect(parts[1]?.content).toBe('y')
  })

  it('is read as a browser writes it', async () => {
    const form = new FormData()
    form.append('title', 'عنوان')
    form.append('video', new File([bytesOf('\x1a\x45\r\n\r\n--')], 'فيديو.webm'))
    const request = new Request('https://x.example', { method: 'POST', body: form })
    const parts = await read(
      new Uint8Array(await request.arrayBuffer()),
      [1],
      request.headers.get('content-type') ?? '',
    )
    expect(parts.map(({ name, isFile }) => [name, isFile])).toEqual([
      ['title', false],
      ['video', true],
    ])
    expect(parts[1]?.content).toBe('\x1a\x45\r\n\r\n--')
  })

  it('that is malformed is refused', async () => {
    const good = `${field('a', 'x')}--line--`
    const forms: [string, string][] = [
      ...['', 'nonsense', field('a', 'x'), '--line', '--line\r\n\r\nx\r\n--line--'].map((form): [string, string] => [
        form,
        TYPE,
      ]),
      ...['application/json', 'multipart/form-data', 'multipart/form-data; boundary='].map((type): [string, string] => [
        good,
        type,
      ]),
      [good.replace('form-data', 'attachment'), TYPE],
      [good.replace('name="a"', 'x="a"'), TYPE],
      [`${field('a', '').repeat(21)}--line--`, TYPE],
      [`--line\r\nX: ${'x'.repeat(9000)}\r\n\r\n\r\n--line--`, TYPE],
    ]
    for (const [form, type] of forms)
      await expect(read(bytesOf(form), [50], type), form.slice(0, 80)).rejects.toMatchObject({ code: 'bad-request' })
    expect(await read(bytesOf(good), [50], 'Multipart/Form-Data; charset=x; boundary="line"')).toHaveLength(1)
  })

  it('without fields is empty', async () => {
    expect(await read(bytesOf('--line--\r\n'))).toEqual([])
  })
})
