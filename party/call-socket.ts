import { readTimer, within } from './timer.ts'

/** Another object that is called with text. `answer` is the same call as one frame of the socket. */
type Callee = { fetch(request: Request): Promise<Response>; answer(text: string): Promise<string> }

/** A client's upgrade keeps the path that it was made with, which is never this one. */
const ADDRESS = 'https://party/calls'

/** A call so soon after the one before opens the socket, and so long without a call closes it: it keeps both objects awake. */
const BUSY_MS = 1000

/** Twice this is less than a tab waits for its acknowledgement (docs/rules/live.md 1.7). */
export const CALL_TIMEOUT_MS = 8000

/** The close code of a server that could not go on. */
const FAILED = 1011

/** The call whose answer the socket brings next. */
type Pending = { since: number; resolve: (answer: string) => void; reject: (error: Error) => void }

/**
 * Calls to one object. While they follow each other closely they are frames of one WebSocket, which takes the runtime less than half
 * of what a call by itself does. A socket has one call at a time; what finds it taken, not open yet or closed is a call by itself.
 */
export class CallSocket {
  readonly #callee: () => Callee
  #socket: WebSocket | null = null
  #isOpening = false
  #pending: Pending | null = null
  #calledAt = 0

  constructor(callee: () => Callee) {
    this.#callee = callee
  }

  /** Rejects where the call has failed or not returned within `CALL_TIMEOUT_MS`; it may be carried out all the same. */
  call(text: string): Promise<string> {
    const now = readTimer()
    const isBusy = now - this.#calledAt < BUSY_MS
    this.#calledAt = now
    const socket = this.#socket
    if (!socket || this.#pending) {
      if (isBusy && !socket && !this.#isOpening) void this.#open()
      return within(CALL_TIMEOUT_MS, this.#callee().answer(text))
    }
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
      if (webSocket) this.#use(webSocket)
    } catch {
      // The object may be restarting. Calls go on by themselves, the next of which tries again.
    } finally {
      this.#isOpening = false
    }
  }

  #use(socket: WebSocket): void {
    socket.accept()
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      const pending = this.#pending
      this.#pending = null
      pending?.resolve(String(data))
    })
    socket.addEventListener('close', () => this.#drop(socket))
    socket.addEventListener('error', () => this.#drop(socket))
    this.#watch(socket)
  }

  #watch(socket: WebSocket): void {
    setTimeout(() => {
      if (this.#socket !== socket) return
      const now = readTimer()
      const isInUse = this.#pending ? now - this.#pending.since < CALL_TIMEOUT_MS : now - this.#calledAt < BUSY_MS
      if (isInUse) return this.#watch(socket)
      this.#drop(socket)
      socket.close()
    }, BUSY_MS)
  }

  /** A late answer must not be taken for that of a later call, so that what was pending ends with its socket. */
  #drop(socket: WebSocket): void {
    if (this.#socket !== socket) return
    const pending = this.#pending
    this.#socket = null
    this.#pending = null
    pending?.reject(new Error('The socket of a call was closed'))
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
