import { readTimer, within } from './timer.ts'

/** Another object that is called with text. `answer` is the same call as one frame of the socket. */
type Callee = { fetch(request: Request): Promise<Response>; answer(text: string): Promise<string> }

/** A client's upgrade keeps the path that it was made with, which is never this one. */
const ADDRESS = 'https://party/calls'

/** A call so soon after the one before opens the socket, and so long without a call closes it: it keeps both objects awake. */
const BUSY_MS = 1000

/** Twice this is less than a tab waits for its acknowledgement (docs/rules/live.md 1.7). */
export const CALL_TIMEOUT_MS = 8000

/** Posts are answered after this at the latest, long before a socket that nothing is posted on is closed. */
export const RECEIPT_MS = 500
/** So many posts are answered at once, and twice as many may wait for it. */
export const POSTS_PER_RECEIPT = 50

/** The close code of a server that could not go on. */
const FAILED = 1011

/** What becomes of a socket's frames: an answer that has arrived, and the loss of all that is not answered. */
type SocketEvents = { onAnswer: (text: string) => void; onLost: () => void }

/** A WebSocket to another object, open while it is used again within `BUSY_MS`. */
class BusySocket {
  readonly #callee: () => Callee
  readonly #events: SocketEvents
  #socket: WebSocket | null = null
  #isOpening = false
  #usedAt = 0
  #awaitedSince: number | null = null

  constructor(callee: () => Callee, events: SocketEvents) {
    this.#callee = callee
    this.#events = events
  }

  /** Call for each use, with the socket or without; returns whether it is open. */
  use(): boolean {
    const now = readTimer()
    const isBusy = now - this.#usedAt < BUSY_MS
    this.#usedAt = now
    if (isBusy && !this.#socket && !this.#isOpening) void this.#open()
    return this.#socket !== null
  }

  /** Sends a frame on the open socket; without an answer within `CALL_TIMEOUT_MS` the socket is lost. False where it is lost now. */
  send(text: string): boolean {
    const socket = this.#socket
    if (!socket) return false
    this.#awaitedSince ??= this.#usedAt
    try {
      socket.send(text)
      return true
    } catch {
      this.#drop(socket)
      return false
    }
  }

  async #open(): Promise<void> {
    this.#isOpening = true
    try {
      const upgrade = new Request(ADDRESS, { headers: { upgrade: 'websocket' } })
      const { webSocket } = await this.#callee().fetch(upgrade)
      if (webSocket) this.#accept(webSocket)
    } catch {
      // The object may be restarting. Calls go on by themselves, the next of which tries again.
    } finally {
      this.#isOpening = false
    }
  }

  #accept(socket: WebSocket): void {
    socket.accept()
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      this.#awaitedSince = null
      this.#events.onAnswer(String(data))
    })
    socket.addEventListener('close', () => this.#drop(socket))
    socket.addEventListener('error', () => this.#drop(socket))
    this.#watch(socket)
  }

  #watch(socket: WebSocket): void {
    setTimeout(() => {
      if (this.#socket !== socket) return
      const now = readTimer()
      const awaitedSince = this.#awaitedSince
      const isInUse = awaitedSince === null ? now - this.#usedAt < BUSY_MS : now - awaitedSince < CALL_TIMEOUT_MS
      if (isInUse) return this.#watch(socket)
      this.#drop(socket)
      socket.close()
    }, BUSY_MS)
  }

  /** A late answer must not be taken for that of a later call, so that what was not answered ends with its socket. */
  #drop(socket: WebSocket): void {
    if (this.#socket !== socket) return
    this.#socket = null
    this.#awaitedSince = null
    this.#events.onLost()
  }
}

/**
 * Calls to one object. While they follow each other closely they are frames of one WebSocket, which takes the runtime less than half
 * of what a call by itself does. A socket has one call at a time; what finds it taken, not open yet or closed is a call by itself.
 */
export class CallSocket {
  readonly #callee: () => Callee
  /** The call whose answer the socket brings next. */
  #pending: { resolve: (answer: string) => void; reject: (error: Error) => void } | null = null
  readonly #socket: BusySocket

  constructor(callee: () => Callee) {
    this.#callee = callee
    this.#socket = new BusySocket(callee, {
      onAnswer: (text) => this.#takePending()?.resolve(text),
      onLost: () => this.#takePending()?.reject(new Error('The socket of a call was closed')),
    })
  }

  /** Rejects where the call has failed or not returned within `CALL_TIMEOUT_MS`; it may be carried out all the same. */
  call(text: string): Promise<string> {
    const isOpen = this.#socket.use()
    if (!isOpen || this.#pending) return within(CALL_TIMEOUT_MS, this.#callee().answer(text))
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#socket.send(text)
    })
  }

  #takePending() {
    const pending = this.#pending
    this.#pending = null
    return pending
  }
}

/** The `CallSocket` to each object that was called, by its id. */
export class CallSockets {
  readonly #calleeOf: (id: number) => Callee
  readonly #sockets = new Map<number, CallSocket>()

  constructor(calleeOf: (id: number) => Callee) {
    this.#calleeOf = calleeOf
  }

  to(id: number): CallSocket {
    const known = this.#sockets.get(id)
    if (known) return known
    const socket = new CallSocket(() => this.#calleeOf(id))
    this.#sockets.set(id, socket)
    return socket
  }
}

/**
 * One-way messages to one object with cumulative acknowledgements: an answer says how far the object has come, for all messages before
 * it. While they follow each other closely they are frames of one WebSocket, in order, and many have one answer: with one for each a busy
 * room took a twelfth more computing (docs/decisions/007). Without a socket a message is a call by itself.
 */
export class PostSocket {
  readonly #callee: () => Callee
  readonly #socket: BusySocket
  #unanswered = 0

  /** `onLost`: what was posted and not answered may not have arrived. */
  constructor(callee: () => Callee, { onAnswer, onLost }: SocketEvents) {
    this.#callee = callee
    this.#socket = new BusySocket(callee, {
      onAnswer: (text) => {
        this.#unanswered = 0
        onAnswer(text)
      },
      onLost: () => {
        this.#unanswered = 0
        onLost()
      },
    })
  }

  /**
   * `posted` where the socket is open: the answer comes by `onAnswer`. `refused` where too many posts wait for theirs, or the socket is
   * lost. Otherwise the call, which rejects where it has failed or not returned within `CALL_TIMEOUT_MS`.
   */
  post(text: string): 'posted' | 'refused' | Promise<string> {
    if (!this.#socket.use()) return within(CALL_TIMEOUT_MS, this.#callee().answer(text))
    if (this.#unanswered >= 2 * POSTS_PER_RECEIPT) return 'refused'
    this.#unanswered++
    return this.#socket.send(text) ? 'posted' : 'refused'
  }
}

export const isCallSocket = ({ url }: Request): boolean => url === ADDRESS

/** Accepts a `CallSocket`. A call that fails closes it, which fails the call with its caller. */
export function answerCalls(answer: (text: string) => Promise<string> | string): Response {
  const { 0: caller, 1: own } = new WebSocketPair()
  own.accept()
  const carryOut = async (text: string) => {
    try {
      own.send(await answer(text))
    } catch {
      own.close(FAILED)
    }
  }
  own.addEventListener('message', ({ data }) => void carryOut(String(data)))
  return new Response(null, { status: 101, webSocket: caller })
}

/** Accepts a `PostSocket`. A post that fails closes it, and those behind it, which build on it, are not received. */
export function answerPosts(receive: (text: string) => string): Response {
  const { 0: caller, 1: own } = new WebSocketPair()
  own.accept()
  let receipt = ''
  let unanswered = 0
  const answer = () => {
    if (unanswered === 0 || own.readyState !== WebSocket.READY_STATE_OPEN) return
    unanswered = 0
    own.send(receipt)
  }
  own.addEventListener('message', ({ data }) => {
    if (own.readyState !== WebSocket.READY_STATE_OPEN) return
    try {
      receipt = receive(String(data))
    } catch {
      return own.close(FAILED)
    }
    unanswered++
    if (unanswered === 1) setTimeout(answer, RECEIPT_MS)
    if (unanswered === POSTS_PER_RECEIPT) answer()
  })
  return new Response(null, { status: 101, webSocket: caller })
}
