/**
 * `npm run bench -- storm`: everybody's connection is lost at one moment, of 500, 1,000, 2,000 and 5,000 people with one tab each, who
 * chat by twos and have a message to send: first only the sockets, then the server is killed and started again. Before that, what a
 * connection costs that does nothing. Only the server's processor is counted, not that of its clients, which share the machine.
 * `npm run bench -- storm 500 2000` measures these numbers.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { hours } from '#domain/cairo'
import { Role } from '#domain/roles'
import { databaseIn } from '../../dev/large-state.ts'
import { localKeys } from '../../dev/local-keys.ts'
import { runtimeOf } from '../../dev/orphans.ts'
import { issueToken } from '../../worker/http/tokens.ts'
import { newDirectory } from '../server.ts'
import { crashingServer } from '../storm/crashing-server.ts'
import { openAll, type Room } from './chat.ts'
import { faultsOf, openClients, reconnectAll, stormText } from './reconnect.ts'
import { processorTime } from './staff.ts'

const SIZES = [500, 1000, 2000, 5000]
/** Above the demo's ids and those of `--scale`. */
const FIRST_ID = 50_000_000

const AT_ONCE = 20
const IDLE_MS = 60_000
/** As the app sends them (docs/rules/live.md 1.5). */
const HEARTBEAT_MS = 15_000

/**
 * Writes people who are signed in straight into the database of a stopped server: signing in so many would take longer than all that
 * is measured. Every two share a room.
 */
export async function fillPeople(file: string, count: number): Promise<Room[]> {
  const now = Date.now()
  // A runtime that was just stopped may hold its lock for a moment.
  const db = new DatabaseSync(file, { timeout: 10_000 })
  const user = db.prepare(
    'INSERT INTO users (id, email, role, verified_email, created_at, updated_at) VALUES (?, ?, ?, 1, ?, ?)',
  )
  const session = db.prepare(
    `INSERT INTO auth_sessions (id, user_id, created_at, by_second_factor, token_id, issued_at, expires_at, last_used_at)
    VALUES (?, ?, ?, 0, ?, ?, ?, ?)`,
  )
  const room = db.prepare('INSERT INTO rooms (id, lower_id, higher_id, created_at) VALUES (?, ?, ?, ?)')
  const member = db.prepare('INSERT INTO room_members (room_id, user_id, created_at, updated_at) VALUES (?, ?, ?, ?)')
  const issuedAt = Math.floor(now / 1000)
  const signIn = async (id: number, role: Role) => {
    user.run(id, `storm${id}@bench.hessa.test`, role, now, now)
    session.run(`storm-${id}`, id, now, `token-${id}`, issuedAt, now + hours(24), now)
    const issuing = { id: `storm-${id}`, tokenId: `token-${id}`, signedInAt: now, bySecondFactor: false, issuedAt }
    return { id, token: await issueToken(localKeys.JWT_SECRET, { id, role }, issuing) }
  }
  const rooms: Room[] = []
  db.exec('BEGIN')
  for (let id = FIRST_ID; id < FIRST_ID + count; id += 2) {
    const [one, other] = [await signIn(id, Role.Student), await signIn(id + 1, Role.Tutor)]
    room.run(id, id, id + 1, now)
    for (const { id: userId } of [one, other]) member.run(id, userId, now, now)
    rooms.push({ id, one, other })
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return rooms
}

type Server = Awaited<ReturnType<typeof crashingServer>>

/** The runtime's resident memory in MB and its open files; 0 where the system does not tell. */
function sizeOf(pid: number): { megabytes: number; files: number } {
  try {
    const runtime = runtimeOf(pid)
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${runtime}/status`, 'utf8')) ?? []
    return { megabytes: Number(kilobytes) / 1024, files: readdirSync(`/proc/${runtime}/fd`).length }
  } catch {
    return { megabytes: 0, files: 0 }
  }
}

/** What a minute of nothing costs the server, in milliseconds of its processor. */
async function minute({ pid }: Server): Promise<number> {
  const before = processorTime(pid())
  await setTimeout(IDLE_MS)
  return processorTime(pid()) - before
}

/** What a connection costs in a minute in which it says nothing but its heartbeats, besides what the server costs without any. */
async function printIdle(server: Server, rooms: readonly Room[], alone: number): Promise<void> {
  const before = sizeOf(server.pid())
  const clients = await openClients(server.port, rooms, 'idle')
  await setTimeout(5000)
  const beats = clients.map(({ socket }, index) => {
    const first = (index / clients.length) * HEARTBEAT_MS
    return globalThis.setTimeout(function beat() {
      socket.beat()
      beats[index] = globalThis.setTimeout(beat, HEARTBEAT_MS)
    }, first)
  })
  const cost = await minute(server)
  for (const beat of beats) clearTimeout(beat)
  const { megabytes, files } = sizeOf(server.pid())
  for (const { socket } of clients) socket.close()
  const each = ((cost - alone) / clients.length).toFixed(2)
  const kilobytes = (((megabytes - before.megabytes) * 1024) / clients.length).toFixed(0)
  console.log(`idle: ${each} ms of CPU a connection and minute, ${kilobytes} KB each, ${files} open files`)
}

/** A room and an inbox that nothing was written in yet make their tables first, which those of people who come back have long done. */
async function writeInAll(server: Server, rooms: readonly Room[]): Promise<void> {
  for (let from = 0; from < rooms.length; from += AT_ONCE)
    await Promise.all(
      rooms.slice(from, from + AT_ONCE).map(async ({ id, one }) => {
        const [socket] = await openAll(server.port, [one])
        if ((await socket?.send('SendMessage', { roomId: id, text: 'first', refId: 'first' })) !== 'ok')
          throw new Error(`Nothing was stored in room ${id}`)
        socket?.close()
      }),
    )
}

async function printSize(count: number): Promise<boolean> {
  const state = newDirectory()
  const server = await crashingServer(state)
  try {
    await server.start()
    await server.stop()
    const rooms = await fillPeople(databaseIn(state), count)
    await server.start()
    console.log(`\n${count} people`)
    await writeInAll(server, rooms)
    const alone = await minute(server)
    await printIdle(server, rooms, alone)
    const cut = await reconnectAll(server.port, server.pid, rooms, 1)
    console.log(`sockets cut: ${stormText(cut)}`)
    const killed = await reconnectAll(server.port, server.pid, rooms, 1, async () => {
      await server.crash()
      await server.start()
    })
    console.log(`server killed: ${stormText(killed)}`)
    return faultsOf(cut) + faultsOf(killed) === 0
  } finally {
    await server.stop()
    rmSync(state, { recursive: true, force: true })
  }
}

export async function benchStorm(words: readonly string[]): Promise<void> {
  for (const count of words.length > 0 ? words.map(Number) : SIZES) if (!(await printSize(count))) process.exitCode = 1
}
