import type { Message } from '#contract/chat'
import { closeAll, now, openAll, type Room, send } from './chat.ts'
import { answer } from './scenarios.ts'
import type { UserSocket } from './user-socket.ts'

type Client = { socket: UserSocket; roomId: number; received: Map<number, Message>; duplicated: number }

/** What the tab knows of its room. */
function shown({ roomId, received }: Client) {
  const ids = [...received.keys()]
  return { roomId, afterId: Math.max(0, ...ids), fromId: ids.length === 0 ? 0 : Math.min(...ids) }
}

/** The messages of a room after one that is known, or all. */
async function list(port: number, { socket, roomId }: Client, afterId = 0): Promise<Message[]> {
  const all: Message[] = []
  const after = afterId === 0 ? '' : `&afterId=${afterId}`
  for (let page = 1; ; page++) {
    const path = `/api/v1/chat/list/${roomId}/messages?size=100&page=${page}${after}`
    const { list } = await answer<{ list: Message[] }>(port, { method: 'GET', path, token: socket.member.token })
    all.push(...list)
    if (list.length < 100) return all
  }
}

async function sendUntilStored(port: number, client: Client, refId: string): Promise<void> {
  for (;;) {
    if ((await send(client.socket, client.roomId, refId)) === 'ok') return
    client.socket.close()
    await client.socket.open().catch(() => undefined)
    if (await client.socket.resume(shown(client))) continue
    for (const message of await list(port, client, shown(client).afterId)) client.socket.onMissed(message)
  }
}

const LONGEST_WAIT_MS = 20_000

/** Waits for the events that are still under way once all is stored; what has not come by then counts as lost. */
async function untilReceived(clients: readonly Client[], count: number): Promise<void> {
  const end = now() + LONGEST_WAIT_MS
  while (clients.some(({ received }) => received.size < count) && now() < end)
    await new Promise((done) => setTimeout(done, 50))
}

/**
 * Everybody writes while all sockets are closed at once; all reconnect at once, send again what was not acknowledged and receive
 * what they missed over the socket, as the app does.
 */
export async function reconnectAll(port: number, rooms: readonly Room[], each: number) {
  const prefix = `storm-${now()}-`
  const members = rooms.flatMap(({ id, one, other }) => [one, other].map((member) => ({ id, member })))
  const sockets = await openAll(
    port,
    members.map(({ member }) => member),
  )
  const clients = sockets.map((socket, index): Client => {
    const client: Client = { socket, roomId: members[index]?.id ?? 0, received: new Map(), duplicated: 0 }
    const keep = (message: Message) => {
      if (message.roomId === client.roomId && message.refId?.startsWith(prefix))
        client.received.set(message.id, message)
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
  const start = performance.now()
  const writing = clients.map(async (client) => {
    for (let n = 0; n < each; n++) await sendUntilStored(port, client, `${prefix}${client.socket.member.id}-${n}`)
  })
  await new Promise((done) => setTimeout(done, 100))
  closeAll(sockets)
  await Promise.all(writing)
  const seconds = (performance.now() - start) / 1000
  await untilReceived(clients, 2 * each)
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
    seconds,
    lost: total((one) => one.lost),
    duplicated: total((one) => one.duplicated) + clients.reduce((sum, { duplicated }) => sum + duplicated, 0),
    reordered: total((one) => one.reordered),
  }
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
