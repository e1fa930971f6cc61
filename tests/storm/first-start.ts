/**
 * A first start that is killed while it loads the demo: `workerd` does not stay behind on the port, and the next start
 * finishes what this one has begun. Each of `MOMENTS` is a server on state of its own; `npm run soak` kills at random ones.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#db/demo/accounts'
import { conversationsOf } from '#db/demo/conversations'
import { demoOf } from '#db/demo/demo'
import { seeded } from '#db/demo/random'
import { newDirectory } from '../server.ts'
import { crashingServer, isFreeSoon } from './crashing-server.ts'

type Server = Awaited<ReturnType<typeof crashingServer>>
/** When to kill: so many milliseconds after the start, or after the first conversation of the demo is begun. */
type Moment = { after: 'start' | 'conversation'; ms: number }

const seed = process.env.STORM_SEED || '1'
const random = seeded(`first start ${seed}`)
/** Between the rows and the last conversation is where a killed start would leave half a demo. */
const MOMENTS: Moment[] = process.argv.includes('--long')
  ? Array.from({ length: 6 }, (_, place) => ({ after: place % 2 ? 'start' : 'conversation', ms: random.int(0, 1500) }))
  : [{ after: 'conversation', ms: 0 }]

/** Whether the first of the demo's conversations is being written, which comes after the rows. */
function hasConversation({ state }: Server): boolean {
  const folder = join(state, 'do/api-ChatParty')
  return existsSync(folder) && readdirSync(folder).some((name) => /^[0-9a-f]+\.sqlite$/.test(name))
}

async function killAt(server: Server, { after, ms }: Moment): Promise<void> {
  const started = server.start().catch(() => undefined)
  if (after === 'conversation') while (!hasConversation(server)) await wait(5)
  await Promise.race([started, wait(ms)])
  await server.killNode()
}

/** What the demo's student reads in her rooms, oldest first. */
async function textsOf({ origin }: Server, email: string): Promise<string[]> {
  const ask = async <T>(path: string, token: string): Promise<T> =>
    (await (await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T
  const signedIn = await fetch(`${origin}/api/v1/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const { user, token } = (await signedIn.json()) as { user: { id: number }; token: string }
  const rooms = await ask<{ list: { roomId: number }[] }>(`/chat/list/rooms/${user.id}?size=100`, token)
  const messages = rooms.list.map(async ({ roomId }) => {
    const { list } = await ask<{ list: { text: string }[] }>(`/chat/list/${roomId}/messages?size=100`, token)
    return list.map(({ text }) => text)
  })
  return (await Promise.all(messages)).flat().sort()
}

/** What is wrong after a start that was killed at this moment and another that was left alone. */
async function faultsAfter(moment: Moment): Promise<string[]> {
  const state = newDirectory()
  const server = await crashingServer(state)
  const unfinished = join(state, 'demo-unfinished.json')
  try {
    await killAt(server, moment)
    const faults: string[] = []
    if (!(await isFreeSoon(server.port))) faults.push('workerd lives on and keeps the port')
    const wasUnfinished = existsSync(unfinished)
    const now = wasUnfinished ? (JSON.parse(readFileSync(unfinished, 'utf8')) as { now: number }).now : null
    await server.start()
    if (existsSync(unfinished)) faults.push('the second start has not finished the demo')
    const email = 'student@hessa.test'
    const found = await textsOf(server, email)
    if (now !== null) {
      const demo = demoOf(now)
      const { id } = demo.students.find((student) => student.email === email) ?? { id: 0 }
      const hers = conversationsOf(demo).filter(({ messages }) => messages.some(({ userId }) => userId === id))
      const expected = hers.flatMap(({ messages }) => messages.map(({ text }) => text)).sort()
      if (JSON.stringify(found) !== JSON.stringify(expected))
        faults.push(`${found.length} chat messages instead of ${expected.length}`)
    } else if (found.length === 0) faults.push('no chat messages')
    await server.stop()
    const when = `${moment.ms} ms after ${moment.after === 'start' ? 'the start' : 'the first conversation'}`
    console.log(`killed ${when}${wasUnfinished ? ', before the demo was whole' : ''}: ${faults.join('; ') || 'whole'}`)
    return faults
  } finally {
    await server.crash()
    rmSync(state, { recursive: true, force: true })
  }
}

const faults: string[] = []
for (const moment of MOMENTS) faults.push(...(await faultsAfter(moment)))
if (faults.length > 0) console.error(`STORM_SEED=${seed}: ${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
