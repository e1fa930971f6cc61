import type { Message } from '#contract/message'
import { retryDropped } from '../../dev/retry.ts'
import { closeAll, now, openAll, type Room, send } from './chat.ts'
import { quantile } from './generator.ts'
import { processorTime } from './staff.ts'
import type { UserSocket } from './user-socket.ts'

export type Client = {
  socket: UserSocket
  roomId: number
  received: Map<number, Message>
  duplicated: number
  /** The reconnection under way, which whatever needs the socket awaits. */
  coming: Promise<void> | null
  /** How often a connection could not be opened. */
  refused: number
}

/** Of the server while its sockets are cut, in milliseconds of its processor; and what each client waited. */
export type Storm = {
  clients: number
  /** From the moment at which the server could be reached again until a tab knew what it had missed, sorted. Milliseconds. */
  back: number[]
  /** Until all that was written meanwhile was stored and received by both members. */
  seconds: number
  cpu: number
  refused: number
  lost: number
  duplicated: number
  reordered: number
}

/** Cuts all sockets, and resolves when the server can be reached again. */
export type Cut = () => Promise<void>

/** What the tab knows of its room. */
function shown({ roomId, received }: Client) {
  const ids = [...received.keys()]
  return { roomId, afterId: Math.max(0, ...ids), fromId: ids.length === 0 ? 0 : Math.min(...ids) }
}

async function pageOf(port: number, path: string, token: string): Promise<Message[]> {
  const answered = await fetch(`http://localhost:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (answered.status !== 200) throw new Error(`GET ${path} answered ${answered.status}`)
  return ((await answered.json()) as { list: Message[] }).list
}

/** The messages of a room after one that is known, or all. */
async function list(port: number, { socket, roomId }: Client, afterId = 0): Promise<Message[]> {
  const all: Message[] = []
  const after = afterId === 0 ? '' : `&afterId=${afterId}`
  for (let page = 1; ; page++) {
    const path = `/api/v1/chat/list/${roomId}/messages?size=100&page=${page}${after}`
    const list = await retryDropped(() => pageOf(port, path, socket.member.token))
    all.push(...list)
    if (list.length < 100) return all
  }
}

/** As the app waits between two attempts (docs/rules/live.md 1.7), but for the first, which it makes at once. */
const retryAfter = (attempt: number) => Math.min(5000, 1000 * 1.3 ** attempt) * (0.5 + Math.random())

/** Opens a socket and fetches what was missed, again and again until both have worked. */
async function reconnect(port: number, client: Client): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    client.socket.close()
    try {
      await client.socket.open()
      if (await client.socket.resume(shown(client))) return
      for (const message of await list(port, client, shown(client).afterId)) client.socket.onMissed(message)
      return
    } catch {
      client.refused++
      await new Promise((done) => setTimeout(done, retryAfter(attempt)))
    }
  }
}

function comeBack(port: number, client: Client): Promise<void> {
  client.coming ??= reconnect(port, client).finally(() => {
    client.coming = null
  })
  return client.coming
}

async function sendUntilStored(port: number, client: Client, refId: string): Promise<void> {
  while ((await send(client.socket, client.roomId, refId)) !== 'ok') await comeBack(port, client)
}

const LONGEST_WAIT_MS = 20_000

/** Waits for the events that are still under way once all is stored; what has not come by then counts as lost. */
async function untilReceived(clients: readonly Client[], count: number): Promise<void> {
  const end = now() + LONGEST_WAIT_MS
  while (clients.some(({ received }) => received.size < count) && now() < end)
    await new Promise((done) => setTimeout(done, 20))
}

/** Opens a socket for each member of the rooms, a tab that shows its room and keeps the messages whose `refId` begins so. */
export async function openClients(port: number, rooms: readonly Room[], prefix: string): Promise<Client[]> {
  const members = rooms.flatMap(({ id, one, other }) => [one, other].map((member) => ({ id, member })))
  const sockets = await openAll(
    port,
    members.map(({ member }) => member),
  )
  const clients = sockets.map((socket, index): Client => {
    const roomId = members[index]?.id ?? 0
    const client: Client = { socket, roomId, received: new Map(), duplicated: 0, coming: null, refused: 0 }
    const keep = (message: Message) => {
      if (message.roomId === roomId && message.refId?.startsWith(prefix)) client.received.set(message.id, message)
    }
    const notified = new Set<number>()
    socket.onMissed = keep
    socket.onMessage = (message) => {
      if (notified.has(message.id) && message.userId !== socket.member.id) client.duplicated++
      notified.add(message.id)
      keep(message)
    }
    return client
  })
  for (const client of clients) await client.socket.resume(shown(client))
  return clients
}

/**
 * Everybody writes while all sockets are cut at once; all reconnect at once, send again what was not acknowledged and receive what
 * they missed over the socket, as the app does. `pidNow` is the server's, which a cut may have started anew.
 */
export async function reconnectAll(
  port: number,
  pidNow: () => number,
  rooms: readonly Room[],
  each: number,
  cut?: Cut,
): Promise<Storm> {
  const prefix = `storm-${now()}-`
  const clients = await openClients(port, rooms, prefix)
  const sockets = clients.map(({ socket }) => socket)
  // The server may end more than once while all come back, after some have nothing left to send.
  for (const client of clients) client.socket.onLost = () => void comeBack(port, client)
  const writing = clients.map(async (client) => {
    for (let n = 0; n < each; n++) await sendUntilStored(port, client, `${prefix}${client.socket.member.id}-${n}`)
  })
  await new Promise((done) => setTimeout(done, 100))
  await cut?.()
  const computed = processorTime(pidNow())
  const start = performance.now()
  if (!cut) closeAll(sockets)
  const back = await Promise.all(clients.map((client) => comeBack(port, client).then(() => performance.now() - start)))
  await Promise.all(writing)
  await untilReceived(clients, 2 * each)
  const seconds = (performance.now() - start) / 1000
  const cpu = processorTime(pidNow()) - computed
  closeAll(sockets)
  const found = clients.map((client) => compareWithWritten(rooms, client, client.received.values(), each))
  // One of each room's two lists: what the room has is the same for both.
  for (const [index, client] of clients.entries())
    if (index % 2 === 0) {
      const messages = (await list(port, client)).filter(({ refId }) => refId?.startsWith(prefix))
      found.push(compareWithWritten(rooms, client, messages, each))
    }
  const total = (count: (one: (typeof found)[number]) => number) => found.reduce((sum, one) => sum + count(one), 0)
  return {
    clients: clients.length,
    back: back.toSorted((one, other) => one - other),
    seconds,
    cpu,
    refused: clients.reduce((sum, { refused }) => sum + refused, 0),
    lost: total((one) => one.lost),
    duplicated: total((one) => one.duplicated) + clients.reduce((sum, { duplicated }) => sum + duplicated, 0),
    reordered: total((one) => one.reordered),
  }
}

/** What is wrong in a storm, of which there must be nothing. */
export const faultsOf = ({ lost, duplicated, reordered }: Storm): number => lost + duplicated + reordered

/** A storm in words: until half, 99 of 100 and all are back, until all is stored and received, and the server's computing for each. */
export function stormText(storm: Storm): string {
  const { clients, back, seconds, cpu, refused, lost, duplicated, reordered } = storm
  const at = (share: number) => (quantile(back, share) / 1000).toFixed(1)
  return `back ${at(0.5)} / ${at(0.99)} / ${at(1)} s, all received ${seconds.toFixed(1)} s, ${(cpu / clients).toFixed(2)} ms of CPU each, ${refused} attempts in vain, ${lost} lost, ${duplicated} duplicated, ${reordered} out of order`
}

/** What a client has in the end, or its room, compared with what was written there. */
function compareWithWritten(rooms: readonly Room[], { roomId }: Client, messages: Iterable<Message>, each: number) {
  const room = rooms.find(({ id }) => id === roomId)
  const known = [...messages].sort((one, other) => one.id - other.id)
  const refIds = new Set(known.map(({ refId }) => refId))
  const isOutOfOrder = (userId: number | undefined) =>
    known.filter((one) => one.userId === userId).some(({ refId }, index) => Number(refId?.split('-').at(-1)) !== index)
  return {
    lost: 2 * each - refIds.size,
    duplicated: known.length - refIds.size,
    reordered: [room?.one.id, room?.other.id].filter(isOutOfOrder).length,
  }
}
