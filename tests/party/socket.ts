/** A tab as the parties see it: a WebSocket opened through the worker, and the frames received on it. */
import { onTestFinished, vi } from 'vitest'
import { fetchWorker, type Person } from '#tests/people'

export type Frame = { event?: string; payload?: unknown; ack?: string | null; code?: string }

export type Tab = {
  /** The response to the upgrade. */
  upgrade: Response
  frames: Frame[]
  /** The payloads of this event so far. */
  received: (event: string) => unknown[]
  /** Waits for this many of the event; returns all their payloads so far. */
  receive: (event: string, count?: number) => Promise<unknown[]>
  /** Sends any data, without waiting. */
  sendRaw: (data: string | ArrayBuffer) => void
  /** Sends a frame and waits for its acknowledgement. */
  send: (event: string, payload?: unknown) => Promise<string>
  /** Sends any data and waits for the next acknowledgement without an id. */
  sendUnnamed: (data: string | ArrayBuffer) => Promise<string>
  /** The payloads of this event after a marker: a frame whose answer comes after all that the party has sent before. */
  receivedInAll: (event: string) => Promise<unknown[]>
  /** Waits for the acknowledgement with this id. */
  waitForAck: (ack: string) => Promise<string>
  close: () => Promise<void>
  /** Waits until the party closes the socket; returns the close code. */
  waitForClose: () => Promise<number>
}

/** Requests an upgrade, with any headers or none; `cf` is what the edge knows of the network. */
export const upgrade = (path: string, headers: Record<string, string> = {}, cf: object = {}): Promise<Response> =>
  fetchWorker(path, { headers: { upgrade: 'websocket', ...headers }, cf } as RequestInit)

export const withToken = (token: string) => ({ 'sec-websocket-protocol': `bearer, ${token}` })

/** The status and error code of a refused upgrade. */
export async function refusalOf(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer
  if (response.webSocket) throw new Error('The socket was opened')
  return [response.status, ((await response.json()) as { code: string }).code]
}

/** Opens a tab and records its frames from the first one on. */
export async function openTab(
  path: string,
  as: Person,
  headers: Record<string, string> = {},
  cf: object = {},
): Promise<Tab> {
  const response = await upgrade(path, { ...withToken(as.token), ...headers }, cf)
  const socket = response.webSocket
  if (!socket) throw new Error(`The socket was refused: ${response.status} ${await response.text()}`)
  const frames: Frame[] = []
  let waiting: (() => void)[] = []
  const notifyWaiting = () => {
    const all = waiting
    waiting = []
    for (const one of all) one()
  }
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    }
  }
  let closeCode: number | null = null
  socket.addEventListener('message', ({ data }) => {
    frames.push(JSON.parse(String(data)) as Frame)
    notifyWaiting()
  })
  socket.addEventListener('close', ({ code }) => {
    closeCode = code
    notifyWaiting()
  })
  socket.accept()

  let acks = 0
  const ackCode = (ack: string | null, from: number) =>
    until(() => frames.slice(from).find((frame) => 'ack' in frame && frame.ack === ack)?.code)
  const received = (event: string) => frames.filter((frame) => frame.event === event).map(({ payload }) => payload)
  const send = (event: string, payload?: unknown) => {
    const ack = String(++acks)
    socket.send(JSON.stringify({ event, payload, ack }))
    return ackCode(ack, 0)
  }
  return {
    upgrade: response,
    frames,
    received,
    receive: (event, count = 1) => until(() => (received(event).length >= count ? received(event) : undefined)),
    receivedInAll: async (event) => {
      await send('ping')
      return received(event)
    },
    sendRaw: (data) => socket.send(data),
    send,
    sendUnnamed: (data) => {
      const from = frames.length
      socket.send(data)
      return ackCode(null, from)
    },
    waitForAck: (ack) => ackCode(ack, 0),
    close: async () => {
      socket.close(1000)
      await until(() => closeCode ?? undefined)
    },
    waitForClose: () => until(() => closeCode ?? undefined),
  }
}

export const openUserSocket = (as: Person, headers: Record<string, string> = {}): Promise<Tab> =>
  openTab(`/parties/user/${as.id}`, as, headers)
export const openBroadcastRoom = (room: string, as: Person): Promise<Tab> => openTab(`/parties/broadcast/${room}`, as)

/** Moves the machine's time on, and stops it, until the returned function is called. */
export function moveTimer(ms: number): () => void {
  const spy = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms)
  return () => spy.mockRestore()
}

/** Stops the machine's time until the test is over, so that a slow machine does not refill the throttle meanwhile. */
export function freezeTimer(): void {
  onTestFinished(moveTimer(0))
}
