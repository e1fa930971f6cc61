import type { Acknowledgement } from '#contract/live/frames'
import type { Message } from '#contract/message'
import { now } from '../../platform/clock.ts'
import { isConnected } from '../../platform/connection-state.ts'
import { log } from '../../platform/log.ts'
import { randomId } from '../../platform/random-id.ts'
import { inOneTab, openTabChannel, type TabChannel } from '../../platform/tabs.ts'
import { sendToParty } from '../../platform/user-socket.ts'
import { chatState, setOutgoing } from './chat-state.ts'
import { deliver, type Outgoing, type SendRefusal } from './outgoing.ts'
import { inMemory, type OutgoingStore, openOutgoingStore } from './outgoing-store.ts'

const RETRY_MS = 2000

type Outbox = {
  name: string
  store: Promise<OutgoingStore>
  tabs: TabChannel
  faults: Map<string, number>
  /** The writes to the store so far: each begins when the one before has ended. */
  writing: Promise<unknown>
  isRunning: boolean
  isRequested: boolean
  timer?: ReturnType<typeof setTimeout>
}

let outbox: Outbox | null = null

const without = (refId: string) => (all: readonly Outgoing[]) => all.filter((one) => one.refId !== refId)
const replacing = (next: Outgoing) => (all: readonly Outgoing[]) =>
  all.map((one) => (one.refId === next.refId ? next : one))

/** A store that fails must not stop a conversation: from here on the unsent messages are kept in memory. */
async function moveToMemory(box: Outbox, error: unknown): Promise<void> {
  log.error('unsent messages are no longer stored on the device', error)
  const memory = inMemory()
  if (outbox === box)
    for (const message of chatState().outgoing) if (message.state !== 'stored') await memory.add(message)
  box.store = Promise.resolve(memory)
}

async function readStore(box: Outbox): Promise<readonly Outgoing[]> {
  try {
    return await (await box.store).all()
  } catch (error) {
    await moveToMemory(box, error)
    return (await box.store).all()
  }
}

/** Changes the store; failures are not retried, because memory holds the displayed messages. */
async function changeStore(box: Outbox, change: (store: OutgoingStore) => Promise<void>): Promise<void> {
  try {
    await change(await box.store)
  } catch (error) {
    await moveToMemory(box, error)
  }
}

/**
 * Reads the store as left by this or another tab. Messages that this tab has sent are no longer in it, and are kept until
 * the server's copies arrive.
 */
async function reload(box: Outbox): Promise<void> {
  const { writing } = box
  await writing
  const stored = await readStore(box)
  if (outbox !== box) return
  // Something was written while the store was being read.
  if (box.writing !== writing) return reload(box)
  const refIds = new Set(stored.map(({ refId }) => refId))
  setOutgoing((before) => [
    ...before.filter(({ refId, state }) => state === 'stored' && !refIds.has(refId)),
    ...stored.map((one) => before.find(({ refId, state }) => refId === one.refId && state === 'stored') ?? one),
  ])
}

const notifyTabs = (box: Outbox) => box.tabs.post('changed')

function send(all: readonly Outgoing[]): Promise<Acknowledgement> {
  const roomId = all[0]?.roomId
  const messages = all.map(({ text, refId }) => ({ text, refId }))
  const [one] = messages
  return messages.length === 1
    ? sendToParty('SendMessage', { roomId, ...one })
    : sendToParty('SendMessages', { roomId, messages })
}

async function run(box: Outbox): Promise<void> {
  const outcome = await deliver(
    {
      load: async () => {
        await box.writing
        return readStore(box)
      },
      send,
      isConnected: () => outbox === box && isConnected(),
      onStored: async (message) => {
        setOutgoing(replacing({ ...message, state: 'stored' }))
        await changeStore(box, (store) => store.remove(message.refId))
        notifyTabs(box)
      },
      onRefused: async (message, refusal: SendRefusal) => {
        const failed: Outgoing = { ...message, state: 'failed', refusal }
        setOutgoing(replacing(failed))
        await changeStore(box, (store) => store.replace(failed))
        notifyTabs(box)
      },
    },
    box.faults,
  )
  if (outcome !== 'later') return
  // Messages written meanwhile wait too: sending them immediately would use up a message's attempts within the pause.
  box.isRequested = false
  box.timer = setTimeout(flush, RETRY_MS)
}

/** Sends what is waiting, if the socket is open; a pause before the next attempt ends. */
export function flush(): void {
  const box = outbox
  if (!box) return
  clearTimeout(box.timer)
  delete box.timer
  box.isRequested = true
  if (box.isRunning) return
  box.isRunning = true
  const runWhileRequested = async () => {
    try {
      while (box.isRequested && outbox === box) {
        box.isRequested = false
        // Two tabs would send the same messages, and in another order.
        await inOneTab(box.name, () => run(box))
      }
    } finally {
      // In the step in which nothing was requested any more: a later request begins another run.
      box.isRunning = false
    }
  }
  void runWhileRequested().catch((error: unknown) => log.error('the outbox stopped', error))
}

/** Opens a person's outbox. What an earlier visit could not send is shown, and sent when the socket is open. */
export function openOutbox(userId: number): () => void {
  const name = `hessa.outbox.${userId}`
  const box: Outbox = {
    name,
    store: openOutgoingStore(userId),
    tabs: openTabChannel(name, () => void reload(box)),
    faults: new Map(),
    writing: Promise.resolve(),
    isRunning: false,
    isRequested: false,
  }
  outbox = box
  void reload(box).then(flush)
  return () => {
    clearTimeout(box.timer)
    box.tabs.close()
    if (outbox === box) outbox = null
  }
}

function write(work: (store: OutgoingStore) => Promise<void>): void {
  const box = outbox
  if (!box) return
  const writing = box.writing.then(() => changeStore(box, work))
  box.writing = writing
  void writing.then(() => {
    notifyTabs(box)
    if (box.timer === undefined) flush()
  })
}

/** Sends a message: it is shown at once, stored on the device a moment later, and sent when the socket is open. */
export function sendMessage(roomId: number, text: string): void {
  const message: Outgoing = { refId: randomId(), roomId, text, writtenAt: now(), state: 'waiting', refusal: null }
  setOutgoing((all) => [...all, message])
  write((store) => store.add(message))
}

/** Sends a failed message again with the same `refId`, after those written since. */
export function retryMessage(message: Outgoing): void {
  const again: Outgoing = { ...message, state: 'waiting', refusal: null }
  setOutgoing((all) => [...without(message.refId)(all), again])
  write(async (store) => {
    await store.remove(message.refId)
    await store.add(again)
  })
}

export function discardMessage(refId: string): void {
  setOutgoing(without(refId))
  write((store) => store.remove(refId))
}

/** Takes messages that the server has delivered out of the outbox. */
export function removeDelivered(messages: readonly Message[]): void {
  const delivered = new Set(messages.map(({ refId }) => refId))
  for (const { refId } of chatState().outgoing.filter((one) => delivered.has(one.refId))) discardMessage(refId)
}
