import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Role } from '#domain/roles'
import { fire, quantile } from './generator.ts'
import { answer, logIn } from './scenarios.ts'
import { processorTime } from './staff.ts'
import { type Member, UserSocket } from './user-socket.ts'

type Server = { port: number; pid: number }
export type Room = { id: number; one: Member; other: Member }

export const now = () => performance.timeOrigin + performance.now()

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

/** So many of the rooms, none of whose members is in another of them. */
export function separatePairs(rooms: readonly Room[], count: number): Room[] {
  const taken = new Set<number>()
  return rooms
    .filter(({ one, other }) => {
      if (taken.has(one.id) || taken.has(other.id)) return false
      taken.add(one.id).add(other.id)
      return true
    })
    .slice(0, count)
}

const open = async (port: number, member: Member): Promise<UserSocket> => {
  const socket = new UserSocket(port, member)
  await socket.open()
  return socket
}

export async function openAll(port: number, members: readonly Member[], atOnce = 50): Promise<UserSocket[]> {
  const sockets: UserSocket[] = []
  for (let from = 0; from < members.length; from += atOnce)
    sockets.push(...(await Promise.all(members.slice(from, from + atOnce).map((member) => open(port, member)))))
  return sockets
}

export const closeAll = (sockets: readonly UserSocket[]) => {
  for (const socket of sockets) socket.close()
}

export const send = (socket: UserSocket, roomId: number, refId: string) =>
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
    await setTimeout(55)
  }
  closeAll([hers, his])
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** The member who writes in a room and the one who receives, with a connection each. */
type Writer = { roomId: number; from: UserSocket; to: UserSocket }
export type Exchange = {
  messages: number
  perSecond: number
  /** Of the server, in milliseconds. */
  cpuEach: number
  acknowledged: { p50: number; p99: number }
  received: { p50: number; p99: number }
}

const spread = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** Writes message `n` of a writer, which was due at `at`, milliseconds of this process; resolves when it is acknowledged. */
type Write = (n: number, at: number) => Promise<void>
/** When the messages of the writer with this index are written. */
type Pace = (index: number, write: Write) => Promise<unknown>

/** `window` messages of a writer may be without an acknowledgement at any time: how long one takes follows from how many there are. */
const closedLoop =
  (each: number, window: number): Pace =>
  (_, write) => {
    let next = 0
    const writeInTurn = async () => {
      while (next < each) await write(next++, performance.now())
    }
    return Promise.all(Array.from({ length: window }, writeInTurn))
  }

/** So many messages a second of all writers in turns, whether those before are acknowledged or not. */
const openLoop =
  (each: number, perSecond: number, writers: number): Pace =>
  (index, write) => {
    const start = performance.now()
    const writes = Array.from({ length: each }, async (_, n) => {
      const at = start + ((n * writers + index) * 1000) / perSecond
      await setTimeout(Math.max(0, at - performance.now()))
      await write(n, at)
    })
    return Promise.all(writes)
  }

/** Each writer writes `each` messages, timed from when they were due. */
async function exchange(pid: number, writers: readonly Writer[], each: number, pace: Pace): Promise<Exchange> {
  const run = `exchange-${now()}`
  const sentAt = new Map<string, number>()
  const [acknowledged, received]: [number[], number[]] = [[], []]
  // A room that nobody has written in yet has to be made first.
  await Promise.all(writers.map(({ from, roomId }) => send(from, roomId, `first-${from.member.id}-${run}`)))
  const all = new Promise<void>((done) => {
    for (const { to } of writers)
      to.onMessage = ({ refId, userId }) => {
        const at = sentAt.get(refId ?? '')
        if (at === undefined || userId === to.member.id) return
        received.push(performance.now() - at)
        if (received.length === writers.length * each) done()
      }
  })
  const computed = processorTime(pid)
  const start = performance.now()
  await Promise.all(
    writers.map(({ from, roomId }, index) =>
      pace(index, async (n, at) => {
        const refId = `${run}-${roomId}-${from.member.id}-${n}`
        sentAt.set(refId, at)
        const code = await send(from, roomId, refId)
        if (code !== 'ok') throw new Error(`A message was answered ${code}`)
        acknowledged.push(performance.now() - at)
      }),
    ),
  )
  await all
  const messages = writers.length * each
  return {
    messages,
    perSecond: messages / ((performance.now() - start) / 1000),
    cpuEach: (processorTime(pid) - computed) / messages,
    acknowledged: spread(acknowledged),
    received: spread(received),
  }
}

/**
 * Pairs one after the other, each writing both ways as much as the limit of a person's frames lets through at once
 * (docs/rules/live.md 1.4): a pair alone would be measured for less than a second.
 */
export async function pairs({ port, pid }: Server, rooms: readonly Room[], each: number, window: number) {
  const runs: Exchange[] = []
  for (const { id: roomId, one, other } of rooms) {
    const [hers, his] = [await open(port, one), await open(port, other)]
    const writers = [
      { roomId, from: hers, to: his },
      { roomId, from: his, to: hers },
    ]
    runs.push(await exchange(pid, writers, each, closedLoop(each, window)))
    closeAll([hers, his])
  }
  return runs
}

/** One writes to the other in each of the rooms; everybody has one tab, whatever rooms they are in. */
async function openWriters(
  port: number,
  rooms: readonly Room[],
): Promise<{ sockets: UserSocket[]; writers: Writer[] }> {
  const members = new Map(rooms.flatMap(({ one, other }) => [one, other]).map((member) => [member.id, member]))
  const sockets = await openAll(port, [...members.values()])
  const of = new Map(sockets.map((socket) => [socket.member.id, socket]))
  const writers = rooms.flatMap(({ id: roomId, one, other }): Writer[] => {
    const [from, to] = [of.get(one.id), of.get(other.id)]
    return from && to ? [{ roomId, from, to }] : []
  })
  return { sockets, writers }
}

/** Many rooms at once, in each of which one member writes to the other. */
export async function manyRooms({ port, pid }: Server, rooms: readonly Room[], each: number, window: number) {
  const { sockets, writers } = await openWriters(port, rooms)
  const figures = await exchange(pid, writers, each, closedLoop(each, window))
  closeAll(sockets)
  return figures
}

/** A rate well below what the server can do. */
export const PACED_PER_SECOND = 150

/** New connections are announced to partners for about this long, which would take part of the server's time from the messages. */
const SETTLED_MS = 2000

/**
 * The same at that rate, whether messages before are acknowledged or not: so latency is the server's. In a closed loop it follows from
 * the number of messages that wait for each other, however fast the server is.
 */
export async function pacedRooms({ port, pid }: Server, rooms: readonly Room[], each: number) {
  const { sockets, writers } = await openWriters(port, rooms)
  await setTimeout(SETTLED_MS)
  const figures = await exchange(pid, writers, each, openLoop(each, PACED_PER_SECOND, writers.length))
  closeAll(sockets)
  return figures
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
