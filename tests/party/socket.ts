/** A tab as the parties see it: a socket through the front door, and what has arrived on it. */
import { onTestFinished, vi } from 'vitest'
import { fetchWorker, type Person } from '#tests/people'

export type Frame = { event?: string; payload?: unknown; ack?: string | null; code?: string }

export type Tab = {
  /** The answer to the upgrade. */
  upgrade: Response
  frames: Frame[]
  /** The events of this name so far. */
  heard: (event: string) => unknown[]
  /** Waits until so many events of this name are there; answers their payloads. */
  hear: (event: string, count?: number) => Promise<unknown[]>
  /** Sends anything. */
  sendRaw: (data: string | ArrayBuffer) => void
  /** Sends a frame and waits for its answer. */
  send: (event: string, payload?: unknown) => Promise<string>
  /** Sends something and waits for the next answer that bears no name. */
  provoke: (data: string | ArrayBuffer) => Promise<string>
  /** Waits for the answer to a frame that was sent under this name. */
  acknowledged: (ack: string) => Promise<string>
  close: () => Promise<void>
  /** Waits until the party closes the socket; answers its code. */
  ended: () => Promise<number>
}

/** Asks for a socket as anybody, in any way. */
export const upgrade = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetchWorker(path, { headers: { upgrade: 'websocket', ...headers } })

export const withToken = (token: string) => ({ 'sec-websocket-protocol': `bearer, ${token}` })

/** How a socket is refused: the status and the code. */
export async function refused(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer
  if (response.webSocket) throw new Error('The socket was opened')
  return [response.status, ((await response.json()) as { code: string }).code]
}

/** Opens a tab; whatever arrives from the first moment on is kept. */
export async function openTab(path: string, as: Person, headers: Record<string, string> = {}): Promise<Tab> {
  const response = await upgrade(path, { ...withToken(as.token), ...headers })
  const socket = response.webSocket
  if (!socket) throw new Error(`The socket was refused: ${response.status} ${await response.text()}`)
  const frames: Frame[] = []
  let waiting: (() => void)[] = []
  const wake = () => {
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
  let closed: number | null = null
  socket.addEventListener('message', ({ data }) => {
    frames.push(JSON.parse(String(data)) as Frame)
    wake()
  })
  socket.addEventListener('close', ({ code }) => {
    closed = code
    wake()
  })
  socket.accept()

  let acks = 0
  const answerOf = (ack: string | null, from: number) =>
    until(() => frames.slice(from).find((frame) => 'ack' in frame && frame.ack === ack)?.code)
  const heard = (event: string) => frames.filter((frame) => frame.event === event).map(({ payload }) => payload)
  return {
    upgrade: response,
    frames,
    heard,
    hear: (event, count = 1) => until(() => (heard(event).length >= count ? heard(event) : undefined)),
    sendRaw: (data) => socket.send(data),
    send: (event, payload) => {
      const ack = String(++acks)
      socket.send(JSON.stringify({ event, payload, ack }))
      return answerOf(ack, 0)
    },
    provoke: (data) => {
      const from = frames.length
      socket.send(data)
      return answerOf(null, from)
    },
    acknowledged: (ack) => answerOf(ack, 0),
    close: async () => {
      socket.close(1000)
      await until(() => closed ?? undefined)
    },
    ended: () => until(() => closed ?? undefined),
  }
}

export const openUser = (as: Person, headers: Record<string, string> = {}): Promise<Tab> =>
  openTab(`/parties/user/${as.id}`, as, headers)
export const openRoom = (room: string, as: Person): Promise<Tab> => openTab(`/parties/broadcast/${room}`, as)

/** Stops the machine's own timer until the test is over: a flood is one on a slow machine too. */
export function holdTimer(): void {
  const spy = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => spy.mockRestore())
}
