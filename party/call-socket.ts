import { readTimer, within } from './timer.ts'

/** Another object that is called with text. `answer` makes by RPC the same call as a frame of the socket. */
type Callee = { fetch(request: Request): Promise<Response>; answer(text: string): Promise<string> }

/** The worker forwards a client's upgrade with its own path, which is never this one. */
const ADDRESS = 'https://party/calls'

/** A call within this time of the previous one opens the socket. */
const BUSY_MS = 1000
/** A socket without calls for this long is closed: it keeps both objects awake, which the platform otherwise lets hibernate after 10 s. */
const IDLE_MS = 4000

/** Twice this is less than a tab waits for its acknowledgement (docs/rules/live.md 1.7). */
export const CALL_TIMEOUT_MS = 8000

/**
 * Posts are acknowledged after this at the latest, well before an idle socket is closed. Sooner costs a busy room more: a receipt wakes
 * both objects, as a message does. Later would make a room send more events again after a lost socket.
 */
export const RECEIPT_MS = 2000
/** So many posts are acknowledged at once, and twice as many may be unacknowledged. */
export const POSTS_PER_RECEIPT = 50

/** The close code after an internal error (RFC 6455). */
const FAILED = 1011

/** An answer has arrived; or the socket is lost, and with it whatever was not answered. */
type SocketEvents = { onAnswer: (text: string) => void; onLost: () => void }

/** A WebSocket to another object, opened when it is used twice within `BUSY_MS` and closed after `IDLE_MS` without use. */
class BusySocket {
  readonly #callee: () => Callee
  readonly #events: SocketEvents
  #socket: WebSocket | null = null
  #isOpening = false
  #usedAt = 0
  #awaitedSince: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(callee: () => Callee, events: SocketEvents) {
    this.#callee = callee
    this.#events = events
  }

  /** Call before each call or post, which decides whether the socket is opened and kept; returns whether it is open. */
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
      // The object may be restarting. Calls continue by RPC, and the next one tries to open a socket again.
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

  /** How long the socket is kept if nothing is sent or received from now on; milliseconds. */
  #remaining(): number {
    const until = this.#awaitedSince === null ? this.#usedAt + IDLE_MS : this.#awaitedSince + CALL_TIMEOUT_MS
    return until - readTimer()
  }

  #watch(socket: WebSocket): void {
    this.#timer = setTimeout(() => {
      if (this.#remaining() > 0) return this.#watch(socket)
      this.#drop(socket)
      socket.close()
    }, this.#remaining())
  }

  /** An unanswered call ends with its socket, so that a late answer is never taken for that of a later call. */
  #drop(socket: WebSocket): void {
    if (this.#socket !== socket) return
    clearTimeout(this.#timer)
    this.#socket = null
    this.#awaitedSince = null
    this.#events.onLost()
  }
}

/**
 * Calls to one object. While they follow each other closely they are frames of one WebSocket, which costs the runtime less than half of
 * an RPC. The socket carries one call at a time; a call that finds it in use, not open yet or closed is made by RPC.
 */
export class CallSocket {
  readonly #callee: () => Callee
  /** The call on the socket that has not been answered. */
  #pending: { resolve: (answer: string) => void; reject: (error: Error) => void } | null = null
  readonly #socket: BusySocket

  constructor(callee: () => Callee) {
    this.#callee = callee
    this.#socket = new BusySocket(callee, {
      onAnswer: (text) => this.#takePending()?.resolve(text),
      onLost: () => this.#takePending()?.reject(new Error('The socket of a call was closed')),
    })
  }

  /** Rejects when the call has failed or not returned within `CALL_TIMEOUT_MS`; it may have been carried out nevertheless. */
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

/** The `CallSocket` of each called object, by id. */
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
 * One-way messages to one object with cumulative acknowledgements: an answer covers all messages before it. While messages follow each
 * other closely they are frames of one WebSocket, in order; one answer for each would cost a busy room a twelfth more CPU time
 * (docs/decisions/007). Without a socket a message is sent by RPC.
 */
export class PostSocket {
  readonly #callee: () => Callee
  readonly #socket: BusySocket
  #unanswered = 0

  /** `onLost`: posts that were not answered may not have arrived. */
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
   * `posted` when the socket is open: the answer comes by `onAnswer`. `refused` when too many posts are unanswered or the socket is
   * lost. Otherwise the answer of the RPC, which rejects when it has failed or not returned within `CALL_TIMEOUT_MS`.
   */
  post(text: string): 'posted' | 'refused' | Promise<string> {
    if (!this.#socket.use()) return within(CALL_TIMEOUT_MS, this.#callee().answer(text))
    if (this.#unanswered >= 2 * POSTS_PER_RECEIPT) return 'refused'
    this.#unanswered++
    return this.#socket.send(text) ? 'posted' : 'refused'
  }
}

export const isCallSocket = ({ url }: Request): boolean => url === ADDRESS

/** Accepts a `CallSocket`. A failed call closes it, which rejects the call at the caller. */
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

/** Accepts a `PostSocket`. A failed post closes it; later posts depend on it and are not received. */
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
