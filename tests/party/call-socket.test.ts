import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerCalls, CALL_TIMEOUT_MS, CallSocket } from '../../party/call-socket.ts'
import { UserParty } from '../../party/user.ts'
import { abortObject, allMessages, receivedMessages, roomOfTwoOnline, roomStub, userStub } from './chat-rooms.ts'

type Work = (text: string) => Promise<string> | string

/** An object that does this work for each call, and counts those that came by themselves. */
function callee(work: Work) {
  const alone = vi.fn(async (text: string) => work(text))
  const sockets: (WebSocket | null)[] = []
  const fetch = vi.fn(async () => {
    const response = answerCalls(work)
    sockets.push(response.webSocket)
    return response
  })
  return { alone, fetch, sockets, calls: new CallSocket(() => ({ answer: alone, fetch })) }
}

const echo: Work = (text) => `${text}!`

/** The second call has opened the socket. */
async function busy(work: Work) {
  const opened = callee(work)
  for (const text of ['a', 'b']) await opened.calls.call(text)
  await vi.waitFor(() => expect(opened.fetch).toHaveResolved())
  opened.alone.mockClear()
  return opened
}

describe('calls to another object', () => {
  it('go over one socket where they follow each other closely', async () => {
    const { calls, alone, fetch } = await busy(echo)
    for (const text of ['c', 'd', 'e']) expect(await calls.call(text)).toBe(`${text}!`)
    expect(alone).not.toHaveBeenCalled()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('are each answered with what came of it when they are made at one moment', async () => {
    const { calls } = await busy(async (text) => {
      await new Promise(setImmediate)
      return `${text}!`
    })
    const texts = ['c', 'd', 'e', 'f']
    expect(await Promise.all(texts.map((text) => calls.call(text)))).toEqual(texts.map((text) => `${text}!`))
  })

  it('fail by themselves, and those after them do not', async () => {
    const { calls, alone, fetch } = await busy((text) => {
      if (text === 'bad') throw new Error('bad')
      return `${text}!`
    })
    await expect(calls.call('bad')).rejects.toThrow()
    for (const text of ['c', 'd']) expect(await calls.call(text)).toBe(`${text}!`)
    expect(alone.mock.calls[0]).toEqual(['c'])
    expect(fetch).toHaveBeenCalledTimes(2)
    await expect(calls.call('bad')).rejects.toThrow()
  })

  it('go on by themselves after a socket that nothing can be sent on any more', async () => {
    const { calls, alone } = await busy(echo)
    const send = vi.spyOn(WebSocket.prototype, 'send').mockImplementationOnce(() => {
      throw new TypeError('closed')
    })
    onTestFinished(() => send.mockRestore())
    await expect(calls.call('c')).rejects.toThrow()
    expect(await calls.call('d')).toBe('d!')
    expect(alone.mock.calls).toEqual([['d']])
  })

  it('go on by themselves where no socket can be opened', async () => {
    const { calls, alone, fetch } = callee(echo)
    fetch.mockRejectedValueOnce(new Error('restarting'))
    for (const text of ['a', 'b', 'c']) expect(await calls.call(text)).toBe(`${text}!`)
    expect(alone).toHaveBeenCalledTimes(3)
    await vi.waitFor(() => expect(fetch).toHaveLastResolvedWith(expect.anything()))
    expect(await calls.call('d')).toBe('d!')
    expect(alone).toHaveBeenCalledTimes(3)
  })

  it('open one socket, however many come before it is open', async () => {
    const { calls, fetch } = callee(echo)
    const texts = ['a', 'b', 'c', 'd', 'e']
    expect(await Promise.all(texts.map((text) => calls.call(text)))).toEqual(texts.map((text) => `${text}!`))
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('the socket of calls', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  it('is closed when there were none for a while, so that both objects can sleep', async () => {
    const { calls, alone, fetch, sockets } = await busy(echo)
    await calls.call('c')
    expect(alone).not.toHaveBeenCalled()
    const states = () => sockets.map((socket) => socket?.readyState)
    expect(states()).toEqual([WebSocket.READY_STATE_OPEN])
    await vi.advanceTimersByTimeAsync(5000)
    expect(vi.getTimerCount()).toBe(0)
    await vi.waitFor(() => expect(states()).toEqual([WebSocket.READY_STATE_CLOSED]))
    expect(await calls.call('d')).toBe('d!')
    expect(alone).toHaveBeenCalledTimes(1)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('stays open while calls are made', async () => {
    const { calls, alone } = await busy(echo)
    for (let n = 0; n < 20; n++) {
      await vi.advanceTimersByTimeAsync(300)
      expect(await calls.call(`${n}`)).toBe(`${n}!`)
    }
    expect(alone).not.toHaveBeenCalled()
  })

  it('is watched no longer once it has failed', async () => {
    const { calls, fetch } = await busy((text) => {
      if (text === 'bad') throw new Error('bad')
      return `${text}!`
    })
    await expect(calls.call('bad')).rejects.toThrow()
    for (let n = 0; n < 10; n++) {
      await calls.call(`${n}`)
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('stays open for a call that takes long, and is closed after it', async () => {
    let end: (text: string) => void = () => undefined
    const { calls, fetch } = await busy((text) => {
      if (text !== 'long') return `${text}!`
      return new Promise((resolve) => {
        end = resolve
      })
    })
    const long = calls.call('long')
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1000)
    end('at last')
    expect(await long).toBe('at last')
    expect(await calls.call('c')).toBe('c!')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('is given up with an answer under way on it, which is not taken for that of a call on the next socket', async () => {
    const opened: WebSocket[] = []
    const fetch = async () => {
      const { 0: caller, 1: own } = new WebSocketPair()
      own.accept()
      opened.push(own)
      return new Response(null, { status: 101, webSocket: caller })
    }
    const calls = new CallSocket(() => ({ answer: async (text) => `${text}!`, fetch }))
    for (const text of ['a', 'b']) await calls.call(text)
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(0)
    const failed = expect(calls.call('never')).rejects.toThrow()
    vi.advanceTimersByTime(CALL_TIMEOUT_MS + 1000)
    opened[0]?.send('late')
    for (const text of ['d', 'e']) expect(await calls.call(text)).toBe(`${text}!`)
    // Nothing arrives between these: they wait for promises alone.
    for (let turns = 0; turns < 50; turns++) await null
    expect(opened).toHaveLength(2)
    const answer = calls.call('f')
    await failed
    await vi.advanceTimersByTimeAsync(0)
    opened[1]?.send('f!')
    expect(await answer).toBe('f!')
  })

  it('is given up with a call that never returns, whose late answer is nobody else’s', async () => {
    let answerLate: (text: string) => void = () => undefined
    const { calls } = await busy((text) => {
      if (text !== 'never') return `${text}!`
      return new Promise((resolve) => {
        answerLate = resolve
      })
    })
    const failed = expect(calls.call('never')).rejects.toThrow()
    expect(await calls.call('c')).toBe('c!')
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS + 1000)
    await failed
    answerLate('late')
    for (const text of ['d', 'e', 'f']) expect(await calls.call(text)).toBe(`${text}!`)
  })
})

describe('a busy conversation', () => {
  const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `${from + index}`)

  it('goes on without losing or doubling a message when any of its objects dies between two of them', async () => {
    const { student, tutor, roomId, hers, his } = await roomOfTwoOnline()
    const write = async (texts: readonly string[]) => {
      for (const text of texts) expect(await hers.send('SendMessage', { roomId, text, refId: text })).toBe('ok')
    }
    await write(numbers(6))
    await receivedMessages(his, 6)
    await abortObject(roomStub(roomId))
    await write(numbers(6, 7))
    const received = await receivedMessages(his, 12)
    expect(received.map(({ text }) => text)).toEqual(numbers(12))
    expect(received).toEqual(await allMessages(student, roomId))
    // His sockets die with his object: what comes meanwhile is in his list.
    await abortObject(userStub(tutor))
    await write(numbers(3, 13))
    expect((await allMessages(tutor, roomId)).map(({ text }) => text)).toEqual(numbers(15))
  })

  it('brings what its reader’s object failed to take in, before what comes after it', async () => {
    const { tutor, roomId, hers, his } = await roomOfTwoOnline()
    const write = async (texts: readonly string[]) => {
      for (const text of texts) expect(await hers.send('SendMessage', { roomId, text, refId: text })).toBe('ok')
    }
    await write(numbers(6))
    await receivedMessages(his, 6)
    const { receiveRoomUpdate } = UserParty.prototype
    let failures = 0
    const receive = vi.spyOn(UserParty.prototype, 'receiveRoomUpdate').mockImplementation(function (
      this: UserParty,
      update,
    ) {
      if (this.name === String(tutor.id) && failures++ === 0) throw new Error('busy')
      return receiveRoomUpdate.call(this, update)
    })
    onTestFinished(() => receive.mockRestore())
    await write(numbers(3, 7))
    expect((await receivedMessages(his, 9)).map(({ text }) => text)).toEqual(numbers(9))
    expect(failures).toBeGreaterThan(1)
  })
})
