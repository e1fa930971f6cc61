/**
 * Purchases, bookings, cancellations, refunds, withdrawals and a conversation over a running server that is killed again and
 * again, and afterwards the books, what was made under each key, what was written and what was sent. The same acts each time, unless `STORM_SEED` names another seed; `--long` is what `npm run soak`
 * runs: a thousand acts.
 */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Random, seeded } from '#db/demo/random'
import { type Actor, actOnce, type Slot, type Teacher, type World } from './acts.ts'
import { Conversation } from './conversation.ts'
import { crashingServer } from './crashing-server.ts'
import { overHttp } from './over-http.ts'
import {
  type Books,
  faultsIn,
  type GatewayOrder,
  type Intention,
  messagesTwice,
  miscounts,
  type Received,
} from './proofs.ts'
import { CUT_OFF } from './repeated-requests.ts'

const PASSWORD = 'Hessa2026!'
const ADMIN = 'admin@hessa.test'
const HOUR = 3_600_000
const [ROUNDS, CRASHES] = process.argv.includes('--long') ? [112, 6] : [28, 2]
const AT_ONCE = 9
/** Chat messages that each of two people writes in a round. */
const WORDS = 3
const STUDENTS = 6

const seed = process.env.STORM_SEED || '1'
const random: Random = seeded(seed)
const server = await crashingServer()
const target = overHttp(server.origin)
/** How often each act ended how. */
const ended = new Map<string, number>()
const note = (how: string) => ended.set(how, (ended.get(how) ?? 0) + 1)

const get = async <T>(path: string, as: Actor): Promise<T> => {
  const { outcome, body } = await target.ask('GET', path, as)
  if (outcome !== 'ok') throw new Error(`GET ${path}: ${outcome}`)
  return body as T
}

/** The addresses of everybody who has signed in. */
const emails = new Map<number, string>()

async function logIn(email: string): Promise<Actor> {
  const nobody = { id: 0, token: '' }
  const { outcome, body } = await target.ask('POST', '/auth/password', nobody, { email, password: PASSWORD })
  if (outcome !== 'ok') throw new Error(`${email} cannot sign in: ${outcome}`)
  const { user, token } = body as { user: { id: number }; token: string }
  emails.set(user.id, email)
  return { id: user.id, token }
}

async function teacher(email: string): Promise<Teacher> {
  const actor = await logIn(email)
  const window = [target.now(), target.now() + 28 * 24 * HOUR].map((at) =>
    encodeURIComponent(new Date(at).toISOString()),
  )
  const path = `/availability-slot/?userIds[]=${actor.id}&after=${window[0]}&before=${window[1]}&full=true`
  const { slots } = await get<{ slots: { list: { id: number; start: string; end: string }[] } }>(path, actor)
  const asSlot = ({ id, start, end }: { id: number; start: string; end: string }): Slot => ({
    id,
    start: Date.parse(start),
    end: Date.parse(end),
  })
  return { ...actor, slots: slots.list.map(asSlot) }
}

type Account = { id: number; email: string; name: string | null; phone: string | null }

/** Students who have not bought anything yet and can be charged. */
async function buyers(boss: Actor): Promise<Actor[]> {
  const found: Actor[] = []
  const { list } = await get<{ list: Account[] }>('/user/list?role=4&size=100', boss)
  for (const { id, email, name, phone } of list) {
    const { info } = await get<{ info: { period: number } | null }>(`/sub/user?userId=${id}`, boss)
    const canBuy = phone !== null && (name ?? '').trim().includes(' ') && info?.period === 3
    if (canBuy) found.push(await logIn(email))
    if (found.length === STUDENTS) break
  }
  return found
}

/** From the demo data: students who can buy, the tutor who is always free, another who can be booked, and an admin. */
async function chooseWorld(): Promise<World> {
  const boss = await logIn(ADMIN)
  const always = await teacher('tutor@hessa.test')
  const { list } = await get<{ list: { id: number; role: number }[] }>('/user/tutor/list/onboarded?size=20', boss)
  const second = list.find(({ id, role }) => role === 3 && id !== always.id)
  const { list: tutors } = await get<{ list: Account[] }>('/user/list?role=3&size=100', boss)
  const email = tutors.find(({ id }) => id === second?.id)?.email
  const plans = await get<{ list: { id: number }[] }>('/plan/list?active=true&forInvitesOnly=false', boss)
  return {
    target,
    boss,
    students: await buyers(boss),
    plans: plans.list.map(({ id }) => id),
    tutors: email ? [always, await teacher(email)] : [always],
  }
}

/** Everybody who acts, with the tokens of now. */
const actorsOf = ({ boss, students, tutors }: World): Actor[] => [boss, ...students, ...tutors]

/** Kills the server while people act. */
async function crash(): Promise<void> {
  await wait(random.int(2, 40))
  await server.crash()
}

/** Starts the server over what it had written; people send again what was cut off. */
async function recover({ world, conversation, writers }: Storm): Promise<void> {
  await server.start()
  await target.reset()
  const repeated = await target.creations.repeatCutOff(actorsOf(world))
  for (let one = 0; one < repeated; one++) note('repeated under its key')
  for (const fault of await conversation.listFaults(target, writers)) note(fault)
  await conversation.connect(writers)
}

/** Several people act at once; each has a generator of its own, so that the acts do not depend on who is faster. */
async function round(storm: Storm, number: number, isCrash: boolean): Promise<void> {
  const { world, conversation } = storm
  const acting = Array.from({ length: AT_ONCE }, async (_, place) => {
    const own = seeded(`${seed}:${number}:${place}`)
    note(await actOnce(world, own).catch((error) => (isCrash ? CUT_OFF : `fault: ${String(error)}`)))
  })
  await Promise.all([...acting, conversation.talk(WORDS), ...(isCrash ? [crash()] : [])])
  if (isCrash) await recover(storm)
  await target.setNow(target.now() + random.int(0, 6) * (HOUR / 2))
}

/** Delivers every notice that got lost, as a provider repeats it until it is answered 200, and runs the sweeping jobs. */
async function settle(): Promise<void> {
  for (const provider of ['fawry', 'paymob'] as const) {
    const deliveries = await target.dev<{ id: number; status: number; body: string }[]>(
      'GET',
      `/${provider}/deliveries`,
    )
    for (const { id } of deliveries.filter(({ status }) => status !== 200))
      await target.dev('POST', `/${provider}/deliveries/${id}/send`, {})
  }
  for (const hours of [1, 27, 2]) {
    await target.setNow(target.now() + hours * HOUR)
    await target.runJob('sweep-payments')
    await target.runJob('sweep-payments')
  }
  await target.runJob('prove-ledger')
}

type Storm = {
  world: World
  conversation: Conversation
  writers: readonly Actor[]
  /** On the product's clock. */
  signedInAt: { staff: number; others: number }
}

/** Staff are signed out after twelve hours of the product's clock, which the acts move on; others after a week. */
const SIGN_IN_AGAIN = { staff: 9 * HOUR, others: 5 * 24 * HOUR }

async function signInAgain(storm: Storm): Promise<void> {
  const { world, signedInAt } = storm
  const now = target.now()
  if (now - signedInAt.staff > SIGN_IN_AGAIN.staff) {
    storm.world = { ...world, boss: await logIn(ADMIN) }
    signedInAt.staff = now
  }
  if (now - signedInAt.others < SIGN_IN_AGAIN.others) return
  const { boss, students, tutors } = storm.world
  const renewed = new Map<number, Actor>()
  for (const { id } of [...students, ...tutors, ...storm.writers])
    if (!renewed.has(id)) renewed.set(id, await logIn(emails.get(id) ?? ''))
  const withNewToken = <A extends Actor>(one: A): A => ({ ...one, token: renewed.get(one.id)?.token ?? one.token })
  storm.world = { ...storm.world, boss, students: students.map(withNewToken), tutors: tutors.map(withNewToken) }
  storm.writers = storm.writers.map(withNewToken)
  signedInAt.others = now
}

/** The conversation of the demo's student with the tutor who is always free. */
async function chooseConversation({ tutors: [tutor] }: World) {
  const student = await logIn('student@hessa.test')
  const path = `/chat/list/rooms/${student.id}?size=100`
  const { list } = await get<{ list: { roomId: number; otherMember: { id: number } }[] }>(path, student)
  const room = list.find(({ otherMember }) => otherMember.id === tutor?.id)
  if (!tutor || !room) throw new Error('The demo’s student and tutor have no room')
  return { conversation: new Conversation(server.port, room.roomId), writers: [student, tutor] }
}

/** A record that was made twice, or for nobody who was answered so, shows as a wrong count. */
const countsOf = ({ creations }: typeof target): Record<string, number> => ({
  lessons: creations.countMade('/lesson/'),
  withdrawals: creations.countMade('/invoice'),
})

async function runStorm(): Promise<string[]> {
  await server.start()
  const world = await chooseWorld()
  const since = target.now()
  const signedInAt = { staff: since, others: since }
  const storm: Storm = { world, signedInAt, ...(await chooseConversation(world)) }
  await storm.conversation.connect(storm.writers)
  const every = Math.floor(ROUNDS / (CRASHES + 1))
  for (let number = 1; number <= ROUNDS; number++) {
    const isCrash = number % every === 0 && number / every <= CRASHES
    await round(storm, number, isCrash)
    await signInAgain(storm)
  }
  const broken = [
    ...(await target.creations.faults(actorsOf(storm.world))),
    ...(await storm.conversation.faults(target, storm.writers[0] ?? storm.world.boss)),
  ]
  note(`${storm.conversation.acknowledged} messages written`)
  storm.conversation.close()
  await settle()
  const books: Books = {
    fawry: await target.dev<GatewayOrder[]>('GET', '/fawry/orders'),
    paymob: await target.dev<Intention[]>('GET', '/paymob/orders'),
  }
  const received = await target.dev<Received[]>('GET', `/outbox?since=${new Date(since).toISOString()}`)
  note(`${received.length} messages sent`)
  await server.stop()
  const file = server.databaseFile()
  if (!file) throw new Error('The server has left no database')
  const faults = [...ended.keys()].filter((how) => how.endsWith('unexpected') || how.startsWith('fault'))
  return [
    ...faults,
    ...broken,
    ...faultsIn(file, books),
    ...miscounts(file, since, countsOf(target)),
    ...messagesTwice(file, since, received),
  ]
}

console.log(`A storm of ${ROUNDS * AT_ONCE} acts and ${CRASHES} crashes; repeat it with STORM_SEED=${seed}`)
const began = performance.now()
const faults = await runStorm().catch((error) => [String(error instanceof Error ? error.stack : error)])
await server.crash()
const counts = [...ended].sort().map(([how, times]) => `${how} ×${times}`)
console.log(counts.join(', '))
console.log(`${Math.round((performance.now() - began) / 1000)} s`)
for (const fault of faults) console.error(`STORM_SEED=${seed}: ${fault}`)
if (faults.length === 0) rmSync(server.state, { recursive: true, force: true })
else console.error(`The state is kept in ${server.state}`)
process.exit(faults.length === 0 ? 0 : 1)
