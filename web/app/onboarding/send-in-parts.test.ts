import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Failure, type PartServer, sendInParts } from './send-in-parts.ts'

const PART = 10

class RequestFailure extends Error {
  readonly kind: Failure
  constructor(kind: Failure) {
    super(kind)
    this.kind = kind
  }
}

/** A server that keeps parts, and fails as `faults` say: one answer for each request, `null` for a request that arrives. */
function testServer(faults: (Error | null)[]) {
  let begun = 0
  const uploads = new Map<string, Map<number, string>>()
  const complete: string[] = []
  const fail = () => {
    const fault = faults.shift()
    if (fault) throw fault
  }
  const partsOf = (id: string) => {
    const parts = uploads.get(id)
    if (!parts) throw new RequestFailure('gone')
    return parts
  }
  const server: PartServer = {
    begin: async () => {
      fail()
      begun += 1
      uploads.set(`upload-${begun}`, new Map())
      return `upload-${begun}`
    },
    read: async (id) => {
      fail()
      return { arrived: [...partsOf(id).keys()], isComplete: complete.includes(id), partBytes: PART }
    },
    put: async (id, number, part) => {
      fail()
      partsOf(id).set(number, await part.text())
      // The answer may be lost as well as the request.
      fail()
    },
    complete: async (id) => {
      partsOf(id)
      fail()
      complete.push(id)
      fail()
    },
  }
  const storedText = () => {
    const parts = partsOf(complete[0] ?? '')
    return [...parts.entries()]
      .sort(([one], [other]) => one - other)
      .map(([, text]) => text)
      .join('')
  }
  return { server, uploads, complete, storedText, begun: () => begun }
}

const lineDown = () => new RequestFailure('temporary')

function send(server: PartServer, text: string, id: string | null = null) {
  const seen = { interrupted: 0, progress: [] as number[], ids: [] as string[] }
  const sent = sendInParts({
    file: new Blob([text]),
    id,
    server,
    signal: new AbortController().signal,
    failureOf: (error) => (error instanceof RequestFailure ? error.kind : 'refused'),
    untilRetry: async () => {},
    onBegun: async (begun) => {
      seen.ids.push(begun)
    },
    onProgress: (bytes) => seen.progress.push(bytes),
    onChecking: () => {},
    onInterrupted: () => {
      seen.interrupted += 1
    },
  })
  return { sent, seen }
}

it('a file arrives whole and once, however often the line drops', async () => {
  const faults = fc.array(fc.boolean(), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 95 }), faults, async (text, drops) => {
      // What the server stores is compared as text.
      const file = [...text].map((one) => (one.charCodeAt(0) < 128 ? one : 'x')).join('')
      const world = testServer(drops.map((isDown) => (isDown ? lineDown() : null)))
      await send(world.server, file).sent
      expect(world.storedText()).toBe(file)
    }),
  )
})

it('goes on where it stopped, and says how far it is', async () => {
  const world = testServer([])
  const text = `${'abcdefghij'.repeat(3)}end`
  world.uploads.set(
    'kept',
    new Map([
      [1, 'abcdefghij'],
      [3, 'abcdefghij'],
    ]),
  )
  const { sent, seen } = send(world.server, text, 'kept')
  await sent
  expect([world.begun(), seen.progress[0], seen.progress.at(-1)]).toEqual([0, 20, text.length])
  expect(world.storedText()).toBe(text)
})

it('an upload that the server has dropped is begun anew, but not for ever', async () => {
  const world = testServer([])
  const { sent, seen } = send(world.server, 'a video', 'dropped')
  await sent
  expect([world.begun(), seen.ids]).toEqual([1, ['upload-1']])
  const gone = () => new RequestFailure('gone')
  const taken = testServer([gone(), null, gone()])
  await expect(send(taken.server, 'a video', 'dropped').sent).rejects.toMatchObject({ kind: 'gone' })
})

it('what the server refuses is not sent again', async () => {
  const world = testServer([null, null, null, null, new RequestFailure('refused')])
  const { sent, seen } = send(world.server, 'a video')
  await expect(sent).rejects.toMatchObject({ kind: 'refused' })
  expect(seen.interrupted).toBe(0)
})
