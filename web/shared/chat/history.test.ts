import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ResumedRoom } from '#contract/live/user'
import type { Message } from '#contract/message'
import { openBrowser } from '../../browser-stand-in.ts'

const ROOM = 3
const OTHER = 8

let messages: Message[]
/** The next requests fail. */
let failures: number
let queries: string[]

const message = (id: number, text = `${id}`): Message => ({
  id,
  roomId: ROOM,
  userId: OTHER,
  refId: null,
  text,
  read: false,
  edited: false,
  deleted: false,
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
})
const said = (count: number, from = 1) => Array.from({ length: count }, (_, index) => message(from + index))

/** Pages as the server answers them: newest first, or oldest first after an id. */
function page(query: URLSearchParams): Message[] {
  const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
  const [size, from] = [number('size', 10), (number('page', 1) - 1) * number('size', 10)]
  const listed = messages.filter(({ deleted, id }) => !deleted && id > number('afterId', 0))
  return (query.has('afterId') ? listed : listed.toReversed()).slice(from, from + size)
}

beforeEach(() => {
  vi.useFakeTimers()
  openBrowser()
  messages = []
  failures = 0
  queries = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address)
    queries.push(String(searchParams))
    if (failures > 0) {
      failures--
      throw new TypeError('Failed to fetch')
    }
    return Response.json({ list: page(searchParams), total: messages.length })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function open() {
  const [history, state] = [await import('./history.ts'), await import('./chat-state.ts')]
  const { setConnectionState } = await import('../../platform/connection-state.ts')
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const room = () => {
    const view = state.roomView(ROOM)
    if (!view) throw new Error('The room is not open')
    return view
  }
  return {
    history,
    settle,
    room,
    known: () => room().timeline.messages.flatMap(({ id, deleted }) => (deleted ? [] : [id])),
    texts: () => room().timeline.messages.map(({ text }) => text),
    watch: async (unread = 0) => {
      const leave = history.watchRoom(ROOM, unread)
      await settle()
      return leave
    },
    /** The socket has opened after a gap, and the party answers. */
    resumed: async (answer: ResumedRoom[]) => {
      setConnectionState('open')
      const shown = history.roomsToResume()
      history.resumeRooms(shown, answer)
      await settle()
      return shown
    },
    socketOpened: async (afterGap: boolean) => {
      setConnectionState('open')
      history.resyncRooms(history.roomsToResume(), afterGap)
      await settle()
    },
  }
}

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the history of a room', () => {
  it('begins with the newest page, and goes back page by page to the first message', async () => {
    messages = said(70)
    const chat = await open()
    await chat.watch()
    expect([chat.known(), chat.room().hasOlder]).toEqual([ids(41, 70), true])
    for (const oldest of [11, 1]) {
      await chat.history.loadOlder(ROOM)
      expect(chat.known()).toEqual(ids(oldest, 70))
    }
    expect(chat.room().hasOlder).toBe(false)
    const asked = queries.length
    await chat.history.loadOlder(ROOM)
    expect(queries).toHaveLength(asked)
  })

  it('begins with all that is unread and some before it, up to a hundred', async () => {
    messages = said(200)
    const chat = await open()
    await chat.watch(60)
    expect(chat.known()).toEqual(ids(131, 200))
  })

  it('goes back past messages that were deleted meanwhile', async () => {
    messages = said(90)
    const chat = await open()
    await chat.watch()
    messages = messages.map((one) => (one.id > 30 && one.id <= 60 ? { ...one, deleted: true } : one))
    await chat.history.loadOlder(ROOM)
    expect(chat.known()).toEqual([...ids(1, 30), ...ids(61, 90)])
  })

  it('that does not come says so, and comes when it is asked for again', async () => {
    messages = said(40)
    const chat = await open()
    failures = 1
    await chat.watch()
    expect(chat.room()).toMatchObject({ failure: 'network', isLoaded: false, isLoading: false })
    await chat.history.loadNewest(ROOM)
    expect([chat.room().failure, chat.known()]).toEqual([null, ids(11, 40)])
    failures = 1
    await chat.history.loadOlder(ROOM)
    expect([chat.room().failure, chat.known()]).toEqual(['network', ids(11, 40)])
    await chat.history.loadOlder(ROOM)
    expect([chat.room().failure, chat.known()]).toEqual([null, ids(1, 40)])
  })
})

describe('after a gap of the socket', () => {
  it('what was written, edited, read and deleted meanwhile is caught up with', async () => {
    messages = said(5)
    const chat = await open()
    await chat.watch()
    messages = [
      { ...message(1), read: true },
      { ...message(2, 'better'), edited: true, updatedAt: '2026-01-01T11:00:00.000Z' },
      { ...message(3), deleted: true },
      ...said(250, 4),
    ]
    await chat.socketOpened(true)
    expect(chat.known()).toEqual([1, 2, ...ids(4, 253)])
    expect(chat.texts().slice(0, 2)).toEqual(['1', 'better'])
    expect(chat.room().timeline.messages[0]?.read).toBe(true)
    expect(chat.room().gapAfter).toBeNull()
  })

  it('what could not be asked for is asked for again, though the socket stays open', async () => {
    messages = said(5)
    const chat = await open()
    await chat.watch()
    messages = said(8)
    failures = 2
    await chat.socketOpened(true)
    expect(chat.known()).toEqual(ids(1, 5))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([chat.known(), chat.room().gapAfter]).toEqual([ids(1, 8), null])
    const asked = queries.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queries).toHaveLength(asked)
  })

  it('a room that is not shown is dropped, and not requested', async () => {
    messages = said(5)
    const chat = await open()
    const leave = await chat.watch()
    leave()
    const asked = queries.length
    await chat.socketOpened(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queries).toHaveLength(asked)
    expect(() => chat.room()).toThrow('The room is not open')
  })

  it('a room whose first page had failed is loaded', async () => {
    messages = said(5)
    const chat = await open()
    failures = 1
    await chat.watch()
    await chat.socketOpened(true)
    expect([chat.known(), chat.room().failure]).toEqual([ids(1, 5), null])
  })
})

describe('the answer of the party after a gap', () => {
  const resumedRoom = (missed: ResumedRoom['missed']): ResumedRoom => ({
    roomId: ROOM,
    unreadMessagesCount: 0,
    latestMessage: null,
    missed,
  })

  it('is asked for with what is known of the rooms on screen, and needs no request', async () => {
    messages = said(5)
    const chat = await open()
    await chat.watch()
    const asked = queries.length
    expect(await chat.resumed([])).toEqual([{ roomId: ROOM, afterId: 5, fromId: 1 }])
    expect([chat.known(), chat.room().gapAfter]).toEqual([ids(1, 5), null])
    await chat.resumed([resumedRoom({ afterId: 5, list: said(2, 6) })])
    expect([chat.known(), chat.room().gapAfter]).toEqual([ids(1, 7), null])
    expect(queries).toHaveLength(asked)
  })

  it('edits, reads and deletes what was known', async () => {
    messages = said(5)
    const chat = await open()
    await chat.watch()
    const edited = { ...message(1, 'better'), edited: true, read: true, updatedAt: '2026-01-01T11:00:00.000Z' }
    await chat.resumed([resumedRoom({ afterId: 0, list: [edited, ...said(4, 3)] })])
    expect([chat.known(), chat.texts()[0]]).toEqual([[1, ...ids(3, 6)], 'better'])
  })

  it('leaves an event alone that came before it', async () => {
    messages = said(5)
    const chat = await open()
    await chat.watch()
    const shown = chat.history.roomsToResume()
    const { setTimeline } = await import('./chat-state.ts')
    const { withMessages } = await import('./timeline.ts')
    setTimeline(ROOM, (timeline) => withMessages(timeline, [message(7)]))
    chat.history.resumeRooms(shown, [resumedRoom({ afterId: 0, list: said(6) })])
    expect(chat.known()).toEqual(ids(1, 7))
  })

  it('is listed where it is too much, and where an earlier gap is still open', async () => {
    messages = said(5)
    const chat = await open()
    await chat.watch()
    messages = said(250)
    failures = 1
    await chat.resumed([resumedRoom(null)])
    expect([chat.known(), chat.room().gapAfter]).toEqual([ids(1, 5), 5])
    expect(await chat.resumed([])).toEqual([])
    expect([chat.known(), chat.room().gapAfter]).toEqual([ids(1, 250), null])
  })
})

it('what was written, read and deleted between the page and the first opening of the socket is caught up with', async () => {
  messages = said(5)
  const chat = await open()
  await chat.watch()
  messages = [{ ...message(1), read: true }, { ...message(2), deleted: true }, ...said(5, 3)]
  await chat.socketOpened(false)
  expect([chat.known(), chat.room().gapAfter]).toEqual([[1, ...ids(3, 7)], null])
  expect(chat.room().timeline.messages[0]?.read).toBe(true)
  expect(queries).toHaveLength(2)
})
