import ReconnectingSocket from 'partysocket/ws'
import { type AckFrame, type Acknowledgement, HEARTBEAT, HEARTBEAT_ACK, PING } from '#contract/live/frames'
import { SOCKET_ORIGIN } from './origin.ts'
import { token } from './session.ts'

/** States of a connection (docs/rules/live.md 1.7). */
export type ConnectionState = 'opening' | 'open' | 'closing' | 'closed'

/**
 * The times of docs/rules/live.md 1.7; the delay is spread, so that a restarted server is not met by everybody at once.
 */
const TIMEOUT_MS = 20_000
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 5000
const SPREAD = 0.5
/** A line that died without a word is noticed within this and the timeout. */
const PING_MS = 15_000
/** After so many closings without a connection between them. */
const IN_VAIN = 3

type Event = { event: string }
type Handlers<Frame> = {
  onState: (state: ConnectionState) => void
  onEvent: (frame: Frame) => void
  /** After a gap or a vain attempt events were lost: whatever they keep fresh has to be asked for again. */
  onOpen?: (afterGap: boolean) => void
  /** Again and again no connection. Why a socket is refused nobody learns: perhaps the token has ended. */
  onInVain?: () => void
}

export type LiveSocket = {
  /** Sends a frame and waits for its acknowledgement; `unreachable` when none comes. */
  send: (event: string, payload?: unknown) => Promise<Acknowledgement>
  close: () => void
}

const options = {
  connectionTimeout: TIMEOUT_MS,
  maxReconnectionDelay: LONGEST_DELAY_MS,
  // Read by the socket before every attempt.
  get minReconnectionDelay() {
    return FIRST_DELAY_MS * (1 + (Math.random() * 2 - 1) * SPREAD)
  },
  maxEnqueuedMessages: 0,
}

/** What was sent and is not answered yet. */
function acknowledgements() {
  const waiting = new Map<string, (code: Acknowledgement) => void>()
  let last = 0
  const settle = (ack: string | null, code: Acknowledgement) => {
    waiting.get(ack ?? '')?.(code)
    waiting.delete(ack ?? '')
  }
  const expect = (ack = String(++last)) => {
    const answer = new Promise<Acknowledgement>((resolve) => waiting.set(ack, resolve))
    const timer = setTimeout(() => settle(ack, 'unreachable'), TIMEOUT_MS)
    return { ack, answer: answer.finally(() => clearTimeout(timer)) }
  }
  const giveUp = () => {
    for (const ack of [...waiting.keys()]) settle(ack, 'unreachable')
  }
  return { settle, expect, giveUp }
}

/** Opens a party's socket and keeps it open until it is closed here (docs/rules/live.md 1.7). */
export function openSocket<Frame extends Event>(
  path: string,
  read: (frame: unknown) => AckFrame | Frame | null,
  { onState, onEvent, onOpen, onInVain }: Handlers<Frame>,
): LiveSocket {
  const socket = new ReconnectingSocket(
    `${SOCKET_ORIGIN}/parties/${path}`,
    () => ['bearer', token()?.value ?? ''],
    options,
  )
  const acks = acknowledgements()
  let isBehind = false
  let closings = 0

  const send = async (event: string, payload?: unknown): Promise<Acknowledgement> => {
    if (socket.readyState !== socket.OPEN) return 'unreachable'
    const { ack, answer } = acks.expect()
    socket.send(JSON.stringify({ event, payload, ack }))
    return answer
  }
  let isBeating = false
  const ping = setInterval(async () => {
    if (isBeating || socket.readyState !== socket.OPEN) return
    isBeating = true
    const { answer } = acks.expect(HEARTBEAT_ACK)
    socket.send(HEARTBEAT)
    const code = await answer
    isBeating = false
    if (code === 'unreachable' && socket.readyState === socket.OPEN) socket.reconnect()
  }, PING_MS)
  const reconnectNow = () => {
    if (socket.readyState !== socket.OPEN) socket.reconnect()
  }
  // A device that has lost its network seldom comes back by the same way: what was open is dead, and would say so late.
  const dropDead = () => {
    if (socket.readyState === socket.OPEN) socket.reconnect()
  }
  window.addEventListener('online', reconnectNow)
  window.addEventListener('offline', dropDead)

  socket.addEventListener('open', () => {
    closings = 0
    onState('open')
    onOpen?.(isBehind)
    isBehind = true
  })
  socket.addEventListener('close', () => {
    acks.giveUp()
    isBehind = true
    onState(socket.shouldReconnect ? 'opening' : 'closed')
    if (++closings % IN_VAIN === 0) onInVain?.()
  })
  socket.addEventListener('message', ({ data }) => {
    // Timers of a hidden tab are held back, its messages are not.
    if (data === PING) return socket.send(HEARTBEAT)
    const frame = read(data)
    if (frame === null) return
    if ('ack' in frame) acks.settle(frame.ack, frame.code)
    else onEvent(frame)
  })
  onState('opening')

  const close = () => {
    clearInterval(ping)
    window.removeEventListener('online', reconnectNow)
    window.removeEventListener('offline', dropDead)
    onState('closing')
    socket.close()
  }
  return { send, close }
}
