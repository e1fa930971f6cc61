import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Message } from '#contract/chat'
import { Role } from '#domain/roles'
import { fire, quantile } from './generator.ts'
import { answer, logIn } from './scenarios.ts'
import { type Member, UserSocket } from './user-socket.ts'

type Room = { id: number; one: Member; other: Member }

const now = () => performance.timeOrigin + performance.now()

/** Signed in one after the other: a password costs the server tens of milliseconds of computing. */
async function people(port: number, adminToken: string, role: Role): Promise<Member[]> {
  const path = `/api/v1/user/list?role=${role}&verified=true&size=100`
  const { list } = await answer<{ list: { email: string }[] }>(port, { method: 'GET', path, token: adminToken })
  const members: Member[] = []
  for (const { email } of list) members.push(await logIn(port, email))
  return members
}

async function roomOf(port: number, one: Member, other: Member): Promise<Room> {
  const body = { userId: other.id }
  const opened = await fire(port, { method: 'POST', path: '/api/v1/chat/new', token: one.token, body })
  if (opened.status === 200) return { id: (JSON.parse(opened.body) as { roomId: number }).roomId, one, other }
  const path = `/api/v1/chat/room/by/members?members[]=${one.id}&members[]=${other.id}`
  const { room } = await answer<{ room: number }>(port, { method: 'GET', path, token: one.token })
  return { id: room, one, other }
}

/** So many rooms of demo students and tutors, each pair once. */
export async function chatRooms(port: number, count: number): Promise<Room[]> {
  const { token } = await logIn(port, 'super@hessa.test')
  const [students, tutors] = [await people(port, token, Role.Student), await people(port, token, Role.Tutor)]
  const rooms: Room[] = []
  for (let index = 0; rooms.length < count; index++) {
    const one = students[index % students.length]
    const other = tutors[(index + Math.floor(index / students.length)) % tutors.length]
    if (!one || !other) throw new Error('The demo data has no students or tutors')
    rooms.push(await roomOf(port, one, other))
  }
  return rooms
}

const open = async (port: number, member: Member): Promise<UserSocket> => {
  const socket = new UserSocket(port, member)
  await socket.open()
  return socket
}

async function openAll(port: number, members: readonly Member[], atOnce = 50): Promise<UserSocket[]> {
  const sockets: UserSocket[] = []
  for (let from = 0; from < members.length; from += atOnce)
    sockets.push(...(await Promise.all(members.slice(from, from + atOnce).map((member) => open(port, member)))))
  return sockets
}

const closeAll = (sockets: readonly UserSocket[]) => {
  for (const socket of sockets) socket.close()
}

const send = (socket: UserSocket, roomId: number, refId: string) =>
  socket.send('SendMessage', { roomId, text: `${refId} أهلا`, refId })

/** From sending a message to receiving it in the other's tab, one after the other. Milliseconds. */
export async function sendToReceive(port: number, { id, one, other }: Room, count: number) {
  const [hers, his] = [await open(port, one), await open(port, other)]
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const refId = `tap-${now()}-${n}`
    const start = performance.now()
    const received = new Promise<void>((done) => {
      his.onMessage = (message) => message.refId === refId && done()
    })
    const code = await Promise.all([send(hers, id, refId), received]).then(([first]) => first)
    if (code !== 'ok') throw new Error(`A message was answered ${code}`)
    times.push(performance.now() - start)
    // A person's own pace: more than twenty a second is a flood.
    await new Promise((done) => setTimeout(done, 55))
  }
  closeAll([hers, his])
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** Messages a second in many rooms at once, each stored, acknowledged and received by the other member. */
export async function manyRooms(port: number, rooms: readonly Room[], each: number) {
  const senders = await openAll(
    port,
    rooms.map(({ one }) => one),
  )
  const listeners = await openAll(
    port,
    rooms.map(({ other }) => other),
  )
  let received = 0
  const run = now()
  // A room that nobody has written in yet has to be made first.
  await Promise.all(rooms.map(({ id }, index) => send(senders[index] as UserSocket, id, `first-${run}`)))
  const all = new Promise<void>((done) => {
    for (const [index, socket] of listeners.entries())
      socket.onMessage = ({ roomId, refId }) => {
        if (roomId === rooms[index]?.id && refId?.startsWith(`many-${run}`) && ++received === rooms.length * each)
          done()
      }
  })
  const start = performance.now()
  const codes = await Promise.all(
    rooms.map(async ({ id }, index) => {
      const socket = senders[index] as UserSocket
      const answers: string[] = []
      for (let n = 0; n < each; n++) answers.push(await send(socket, id, `many-${run}-${n}`))
      return answers
    }),
  )
  const refused = codes.flat().filter((code) => code !== 'ok').length
  if (refused > 0) throw new Error(`${refused} messages were refused`)
  await all
  const perSecond = (rooms.length * each) / ((performance.now() - start) / 1000)
  closeAll([...senders, ...listeners])
  return { perSecond }
}

/** Resident memory of the runtime below a process, in MB. */
function memoryOf(pid: number): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        return []
      }
    })
  const below = parents.filter(({ parent }) => parent === pid).map((one) => one.pid)
  const resident = below.map((child) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child)]).toString()))
  return resident.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
}

/** Memory of the server for each open socket, in KB. */
export async function memoryOfSockets(port: number, pid: number, rooms: readonly Room[], count: number) {
  const members = rooms.flatMap(({ one, other }) => [one, other])
  const tabs = Array.from({ length: count }, (_, index) => members[index % members.length] as Member)
  const before = memoryOf(pid)
  const sockets = await openAll(port, tabs)
  const after = memoryOf(pid)
  closeAll(sockets)
  return { sockets: sockets.length, kilobytesEach: ((after - before) * 1024) / count, megabytes: after }
}

type Client = { socket: UserSocket; roomId: number; received: Map<number, Message>; duplicated: number; lastId: number }

async function resume(port: number, client: Client): Promise<void> {
  for (;;) {
    const after = client.lastId === 0 ? '' : `&afterId=${client.lastId}`
    const path = `/api/v1/chat/list/${client.roomId}/messages?size=100${after}`
    const { list } = await answer<{ list: Message[] }>(port, { method: 'GET', path, token: client.socket.member.token })
    for (const message of list) client.received.set(message.id, message)
    client.lastId = Math.max(client.lastId, ...list.map(({ id }) => id))
    if (list.length < 100) return
  }
}

async function sendUntilStored(port: number, client: Client, refId: string): Promise<void> {
  for (;;) {
    if ((await send(client.socket, client.roomId, refId)) === 'ok') return
    client.socket.close()
    await client.socket.open().catch(() => undefined)
    await resume(port, client)
  }
}

/**
 * Everybody writes while all sockets are closed at once; all reconnect at once, send again what was not acknowledged and read
 * what they missed.
 */
export async function reconnectAll(port: number, rooms: readonly Room[], each: number) {
  const run = now()
  const members = rooms.flatMap(({ id, one, other }) => [one, other].map((member) => ({ id, member })))
  const sockets = await openAll(
    port,
    members.map(({ member }) => member),
  )
  const clients = sockets.map((socket, index): Client => {
    const client: Client = { socket, roomId: members[index]?.id ?? 0, received: new Map(), duplicated: 0, lastId: 0 }
    const notified = new Set<number>()
    socket.onMessage = (message) => {
      if (message.roomId !== client.roomId) return
      if (notified.has(message.id) && message.userId !== socket.member.id) client.duplicated++
      notified.add(message.id)
      client.received.set(message.id, message)
    }
    return client
  })
  const start = performance.now()
  const writing = clients.map(async (client) => {
    for (let n = 0; n < each; n++) await sendUntilStored(port, client, `storm-${run}-${client.socket.member.id}-${n}`)
  })
  await new Promise((done) => setTimeout(done, 100))
  closeAll(sockets)
  await Promise.all(writing)
  const seconds = (performance.now() - start) / 1000
  for (const client of clients) await resume(port, { ...client, lastId: 0 })
  closeAll(sockets)
  return { clients: clients.length, seconds, ...compareWithWritten(rooms, clients, `storm-${run}-`, each) }
}

/** What each client has in the end, compared with what was written in its room. */
function compareWithWritten(rooms: readonly Room[], clients: readonly Client[], prefix: string, each: number) {
  let [lost, duplicated, reordered] = [0, 0, 0]
  for (const client of clients) {
    const room = rooms.find(({ id }) => id === client.roomId)
    const known = [...client.received.values()]
      .filter(({ refId }) => refId?.startsWith(prefix))
      .sort((one, other) => one.id - other.id)
    const refIds = known.map(({ refId }) => refId ?? '')
    lost += 2 * each - new Set(refIds).size
    duplicated += refIds.length - new Set(refIds).size + client.duplicated
    for (const member of [room?.one, room?.other]) {
      const numbers = known
        .filter(({ userId }) => userId === member?.id)
        .map(({ refId }) => Number(refId?.split('-').at(-1)))
      if (numbers.some((number, index) => number !== index)) reordered++
    }
  }
  return { lost, duplicated, reordered }
}
