import ReconnectingSocket from 'partysocket/ws'
import { type AckFrame, type Acknowledgement, HEARTBEAT, HEARTBEAT_ACK, PING } from '#contract/live/frames'
import { token } from './auth-token.ts'
import { SOCKET_ORIGIN } from './origin.ts'
import { viewToken } from './view-as.ts'

/** States of a connection (docs/rules/live.md 1.7). */
export type SocketState = 'opening' | 'open' | 'closing' | 'closed'

/**
 * The times of docs/rules/live.md 1.7. The first delay is random, so that clients of a restarted server do not reconnect
 * simultaneously.
 */
const TIMEOUT_MS = 20_000
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 5000
const SPREAD = 0.5
/** A connection that died without a close frame is detected within this time plus the timeout. */
const PING_MS = 15_000
/** `onRepeatedFailure` is called after this many closes without an open in between. */
const CLOSES_PER_FAILURE = 3

type Event = { event: string }
type Handlers<Frame> = {
  onState: (state: SocketState) => void
  onEvent: (frame: Frame) => void
  /** Events may have been missed after a gap or a failed attempt: the data that they update must be fetched again. */
  onOpen?: (afterGap: boolean) => void
  /** Repeated connection failures. Browsers do not tell why a WebSocket was refused; the token may have expired. */
  onRepeatedFailure?: () => void
}

export type LiveSocket = {
  /** Sends a frame and waits for its acknowledgement; `unreachable` without one. */
  send: (event: string, payload?: unknown) => Promise<Acknowledgement>
  close: () => void
}

const options = {
  connectionTimeout: TIMEOUT_MS,
  maxReconnectionDelay: LONGEST_DELAY_MS,
  // A getter, because the socket reads it before every attempt.
  get minReconnectionDelay() {
    return FIRST_DELAY_MS * (1 + (Math.random() * 2 - 1) * SPREAD)
  },
  maxEnqueuedMessages: 0,
}

/** Sent frames that wait for their acknowledgement. */
function pendingAcknowledgements() {
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
  const failAll = () => {
    for (const ack of [...waiting.keys()]) settle(ack, 'unreachable')
  }
  return { settle, expect, failAll }
}

/** In a view of another user's account no socket is opened, because that would make the user appear online. */
function openNothing(onState: (state: SocketState) => void): LiveSocket {
  onState('open')
  return { send: async () => 'unreachable', close: () => onState('closed') }
}

/** Opens a party's socket and reconnects it until `close` is called (docs/rules/live.md 1.7). */
export function openSocket<Frame extends Event>(
  path: string,
  read: (frame: unknown) => AckFrame | Frame | null,
  { onState, onEvent, onOpen, onRepeatedFailure: onInVain }: Handlers<Frame>,
): LiveSocket {
  if (viewToken !== null) return openNothing(onState)
  const socket = new ReconnectingSocket(
    `${SOCKET_ORIGIN}/parties/${path}`,
    () => ['bearer', token()?.value ?? ''],
    options,
  )
  const acks = pendingAcknowledgements()
  let mayHaveMissedEvents = false
  let closings = 0

  const send = async (event: string, payload?: unknown): Promise<Acknowledgement> => {
    if (socket.readyState !== socket.OPEN) return 'unreachable'
    const { ack, answer } = acks.expect()
    socket.send(JSON.stringify({ event, payload, ack }))
    return answer
  }
  let isPinging = false
  const ping = setInterval(async () => {
    if (isPinging || socket.readyState !== socket.OPEN) return
    isPinging = true
    const { answer } = acks.expect(HEARTBEAT_ACK)
    socket.send(HEARTBEAT)
    const code = await answer
    isPinging = false
    if (code === 'unreachable' && socket.readyState === socket.OPEN) socket.reconnect()
  }, PING_MS)
  const reconnectNow = () => {
    if (socket.readyState !== socket.OPEN) socket.reconnect()
  }
  // A device that lost its network rarely returns with the same address: the open socket is dead, and its timeout would be
  // late.
  const replaceDead = () => {
    if (socket.readyState === socket.OPEN) socket.reconnect()
  }
  window.addEventListener('online', reconnectNow)
  window.addEventListener('offline', replaceDead)

  socket.addEventListener('open', () => {
    closings = 0
    onState('open')
    onOpen?.(mayHaveMissedEvents)
    mayHaveMissedEvents = true
  })
  socket.addEventListener('close', () => {
    acks.failAll()
    mayHaveMissedEvents = true
    onState(socket.shouldReconnect ? 'opening' : 'closed')
    if (++closings % CLOSES_PER_FAILURE === 0) onInVain?.()
  })
  socket.addEventListener('message', ({ data }) => {
    // A hidden tab's timers are throttled, but its messages are not: only this answer keeps its socket open.
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
    window.removeEventListener('offline', replaceDead)
    onState('closing')
    socket.close()
  }
  return { send, close }
}
