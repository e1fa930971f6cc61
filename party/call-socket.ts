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

/** The close code after an internal error (RFC 6455). */
const FAILED = 1011

type PendingCall = { since: number; resolve: (answer: string) => void; reject: (error: Error) => void }

/**
 * Calls to one object. While they follow each other closely they are frames of one WebSocket, which costs the runtime less than half of
 * an RPC (docs/decisions/007). The socket carries one call at a time; a call that finds it in use, not open yet or closed is made by RPC.
 */
export class CallSocket {
  readonly #callee: () => Callee
  #socket: WebSocket | null = null
  #isOpening = false
  #calledAt = 0
  /** The call on the socket that has not been answered. */
  #pending: PendingCall | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(callee: () => Callee) {
    this.#callee = callee
  }

  /** Rejects when the call has failed or not returned within `CALL_TIMEOUT_MS`; it may have been carried out nevertheless. */
  call(text: string): Promise<string> {
    const now = readTimer()
    const isBusy = now - this.#calledAt < BUSY_MS
    this.#calledAt = now
    if (isBusy && !this.#socket && !this.#isOpening) void this.#open()
    const socket = this.#socket
    if (!socket || this.#pending) return within(CALL_TIMEOUT_MS, this.#callee().answer(text))
    return new Promise((resolve, reject) => {
      this.#pending = { since: now, resolve, reject }
      try {
        socket.send(text)
      } catch {
        this.#drop(socket)
      }
    })
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
      if (this.#socket === socket) this.#takePending()?.resolve(String(data))
    })
    socket.addEventListener('close', () => this.#drop(socket))
    socket.addEventListener('error', () => this.#drop(socket))
    this.#watch(socket)
  }

  /** How long the socket is kept if nothing is sent or received from now on; milliseconds. */
  #remaining(): number {
    const until = this.#pending ? this.#pending.since + CALL_TIMEOUT_MS : this.#calledAt + IDLE_MS
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
    this.#takePending()?.reject(new Error('The socket of a call was closed'))
  }

  #takePending(): PendingCall | null {
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
