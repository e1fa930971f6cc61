import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  answerCalls,
  answerPosts,
  CALL_TIMEOUT_MS,
  CallSocket,
  POSTS_PER_RECEIPT,
  PostSocket,
  RECEIPT_MS,
} from '../../party/call-socket.ts'
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

/** An object that receives one-way messages and acknowledges them cumulatively, with the last one. */
async function postsTo(receive: (text: string) => string = (text) => text) {
  const alone = vi.fn(async (text: string) => receive(text))
  const sockets: (WebSocket | null)[] = []
  const fetch = vi.fn(async () => {
    const response = answerPosts(receive)
    sockets.push(response.webSocket)
    return response
  })
  const [onAnswer, onLost] = [vi.fn(), vi.fn()]
  const posts = new PostSocket(() => ({ answer: alone, fetch }), { onAnswer, onLost })
  for (const text of ['a', 'b']) await posts.post(text)
  await vi.waitFor(() => expect(fetch).toHaveResolved())
  alone.mockClear()
  return { posts, alone, sockets, onAnswer, onLost }
}

describe('posts to another object', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`)
  const arrivals = () => vi.advanceTimersByTimeAsync(0)

  it('go in order over one socket while they follow each other closely, and many have one answer', async () => {
    const received: string[] = []
    const { posts, alone, onAnswer } = await postsTo((text) => {
      received.push(text)
      return text
    })
    for (const text of texts(5)) expect(posts.post(text)).toBe('posted')
    await arrivals()
    expect(received).toEqual(['a', 'b', ...texts(5)])
    expect(onAnswer).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(RECEIPT_MS)
    expect(onAnswer.mock.calls).toEqual([['5']])
    expect(alone).not.toHaveBeenCalled()
  })

  it('are answered early where they are many, and are refused while too many wait for their answer', async () => {
    const { posts, onAnswer } = await postsTo()
    for (const text of texts(2 * POSTS_PER_RECEIPT)) expect(posts.post(text)).toBe('posted')
    expect(posts.post('too many')).toBe('refused')
    expect(onAnswer).not.toHaveBeenCalled()
    await arrivals()
    expect(onAnswer.mock.calls).toEqual([[`${POSTS_PER_RECEIPT}`], [`${2 * POSTS_PER_RECEIPT}`]])
    expect(posts.post('more')).toBe('posted')
    await vi.advanceTimersByTimeAsync(RECEIPT_MS)
    expect(onAnswer).toHaveBeenLastCalledWith('more')
  })

  it('are lost with all behind them where one fails, which is told once', async () => {
    const received: string[] = []
    const { posts, alone, onAnswer, onLost } = await postsTo((text) => {
      if (text === 'bad') throw new Error('bad')
      received.push(text)
      return text
    })
    for (const text of ['c', 'bad', 'd', 'e']) expect(posts.post(text)).toBe('posted')
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1))
    expect(received).toEqual(['a', 'b', 'c'])
    await vi.advanceTimersByTimeAsync(RECEIPT_MS)
    expect(onAnswer).not.toHaveBeenCalled()
    expect(await posts.post('again')).toBe('again')
    expect(alone).toHaveBeenCalledWith('again')
  })

  it('are refused by a socket that nothing can be sent on any more, and are calls after it', async () => {
    const { posts, alone, onLost } = await postsTo()
    const send = vi.spyOn(WebSocket.prototype, 'send').mockImplementationOnce(() => {
      throw new TypeError('closed')
    })
    onTestFinished(() => send.mockRestore())
    expect(posts.post('c')).toBe('refused')
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(await posts.post('d')).toBe('d')
    expect(alone.mock.calls).toEqual([['d']])
  })

  it('begin anew, as many as before, on the next socket', async () => {
    const { posts, onLost, sockets } = await postsTo()
    for (const text of texts(2 * POSTS_PER_RECEIPT)) expect(posts.post(text)).toBe('posted')
    sockets[0]?.dispatchEvent(new Event('error'))
    expect(onLost).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(posts.post('first')).toBe('posted'))
    for (const text of texts(2 * POSTS_PER_RECEIPT - 1)) expect(posts.post(text)).toBe('posted')
    expect(posts.post('too many')).toBe('refused')
  })

  it('leave nothing open when there are none for a while', async () => {
    const { posts, sockets, onLost } = await postsTo()
    expect(posts.post('c')).toBe('posted')
    await vi.advanceTimersByTimeAsync(5000)
    expect(vi.getTimerCount()).toBe(0)
    await vi.waitFor(() => expect(sockets.map((socket) => socket?.readyState)).toEqual([WebSocket.READY_STATE_CLOSED]))
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(await posts.post('d')).toBe('d')
  })

  it('are lost where they have no answer for long', async () => {
    const open = async () => {
      const { 0: caller, 1: own } = new WebSocketPair()
      own.accept()
      return new Response(null, { status: 101, webSocket: caller })
    }
    const onLost = vi.fn()
    const callee = { answer: async (text: string) => text, fetch: vi.fn(open) }
    const posts = new PostSocket(() => callee, { onAnswer: vi.fn(), onLost })
    for (const text of ['a', 'b']) await posts.post(text)
    await vi.waitFor(() => expect(posts.post('c')).toBe('posted'))
    for (let waited = 0; waited < CALL_TIMEOUT_MS + 1000; waited += 500) {
      await vi.advanceTimersByTimeAsync(500)
      if (waited < CALL_TIMEOUT_MS - 1000) expect(posts.post('d')).toBe('posted')
    }
    expect(onLost).toHaveBeenCalledTimes(1)
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
