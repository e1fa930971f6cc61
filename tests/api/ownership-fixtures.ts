/** One person of each role with everything that the role can own. Two sets of them let tests request another's things. */
import { decodeJwt } from 'jose'
import { minutesWeek, plusDays } from '#domain/cairo'
import { Role } from '#domain/roles'
import {
  insertLesson,
  insertSlot,
  newStudio,
  onboardedTutor,
  type Person,
  row,
  run,
  subscribe,
  tokenFor,
  tutorManager,
  verifiedStudent,
} from '#tests/people'

const HOUR = 3_600_000
/** Within the time before a lesson in which its room is open. */
const SOON = 15 * 60_000

/** A person and the ids of what they own, as far as their role can. */
export type Owned = {
  person: Person
  /** The other member of their lessons and chat rooms. */
  other: Person
  lessonId?: number
  authSessionId?: string
  sessionId?: string
  ratingId?: number
  roomId?: number
  subscriptionId?: number
  /** A pause of that subscription, which has not begun. */
  pauseId?: number
  transactionId?: number
  withdrawalId?: number
  receipt?: string
  interviewId?: number
  demoSessionId?: number
  introVideoId?: number
  /** An intro video that is being sent in parts. */
  uploadId?: string
  /** An accepted standing time. */
  standingTimeId?: number
  /** Whether they review the interview, demo session and intro video, rather than being reviewed. */
  isReviewer?: boolean
  /** Of staff. */
  passkeyId?: number
  /** Of a studio: a tutor who chose it; of the tutor side: themselves, whom staff let upload their own media. */
  tutorId?: number
  /** An image of that tutor. */
  tutorMediaId?: number
}

/** The names of the ids in `Owned`, as contracts name them. */
export const OWNED_IDS = [
  'lessonId',
  'sessionId',
  'ratingId',
  'roomId',
  'subscriptionId',
  'pauseId',
  'transactionId',
  'interviewId',
  'demoSessionId',
  'introVideoId',
  'tutorId',
  'tutorMediaId',
] as const satisfies readonly (keyof Owned)[]

const insert = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await row<{ id: number }>(`${sql} RETURNING id`, ...values))?.id ?? 0

const insertRating = (rater: Person, ratee: Person) =>
  insert(
    `INSERT INTO ratings (rater_id, ratee_id, value, feedback, created_at, updated_at) VALUES (?, ?, 5, 'جميل', 1, 1)`,
    rater.id,
    ratee.id,
  )

const insertRoom = async (one: Person, other: Person) => {
  const [lower, higher] = [one.id, other.id].sort((a, b) => a - b)
  const id = await insert('INSERT INTO rooms (lower_id, higher_id, created_at) VALUES (?, ?, 1)', lower, higher)
  for (const member of [one, other])
    await run('INSERT INTO room_members (room_id, user_id, created_at, updated_at) VALUES (?, ?, 1, 1)', id, member.id)
  return id
}

async function insertSoonLesson(tutor: Person, student: Person, start: number) {
  const lessonId = await insertLesson({ tutor, student, start })
  const inserted = await row<{ session_id: string }>('SELECT session_id FROM lessons WHERE id = ?', lessonId)
  return { lessonId, sessionId: inserted?.session_id ?? '' }
}

const insertStandingTime = (tutor: Person, student: Person) =>
  insert(
    `INSERT INTO standing_times (student_id, tutor_id, weekday, minute, duration, state, asked_until, accepted_at, created_at, updated_at)
     VALUES (?, ?, 2, 1080, 30, 'accepted', 1, 1, 1, 1)`,
    student.id,
    tutor.id,
  )

async function ownedByStudent(now: number): Promise<Owned> {
  const person = await verifiedStudent()
  const other = await onboardedTutor()
  const subscriptionId = await subscribe(person, now - HOUR, now + 30 * 24 * HOUR)
  await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', subscriptionId)
  const { end: nextWeek } = minutesWeek(now - HOUR, now)
  const pauseId = await insert(
    'INSERT INTO pauses (subscription_id, start, "end", created_by, created_at) VALUES (?, ?, ?, ?, ?)',
    subscriptionId,
    nextWeek,
    plusDays(nextWeek, 7),
    person.id,
    now,
  )
  const paid = await row<{ tx_id: number }>('SELECT tx_id FROM subscriptions WHERE id = ?', subscriptionId)
  return {
    person,
    other,
    subscriptionId,
    pauseId,
    transactionId: paid?.tx_id ?? 0,
    ...(await insertSoonLesson(other, person, now + SOON)),
    standingTimeId: await insertStandingTime(other, person),
    ratingId: await insertRating(person, other),
    roomId: await insertRoom(person, other),
  }
}

async function insertWithdrawal(tutor: Person) {
  const key = `invoices/receipts/${crypto.randomUUID()}`
  const withdrawalId = await insert(
    `INSERT INTO withdrawals (user_id, method, receiver, amount, status, receipt, created_at, updated_at)
     VALUES (?, 1, '01012345678', 20000, 1, ?, 1, 1)`,
    tutor.id,
    key,
  )
  return { withdrawalId, receipt: key.replaceAll('/', '.') }
}

/** An interview, a demo session and an intro video of a tutor, reviewed by a manager. */
async function insertOnboarding(tutor: Person, manager: Person, now: number) {
  const slot = await insertSlot(manager, now + 2 * HOUR, now + 4 * HOUR, 1)
  const session = () => crypto.randomUUID()
  return {
    interviewId: await insert(
      `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, 1, 1)`,
      `interview:${session()}`,
      manager.id,
      tutor.id,
      slot,
      now + 2 * HOUR,
    ),
    demoSessionId: await insert(
      `INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)`,
      `demo:${session()}`,
      tutor.id,
      slot,
      now + 3 * HOUR,
    ),
    introVideoId: await insert(
      `INSERT INTO intro_videos (src, tutor_id, reviewer_id, created_at, updated_at) VALUES ('tutors/intro-videos/x', ?, ?, 1, 1)`,
      tutor.id,
      manager.id,
    ),
  }
}

async function insertUpload(tutor: Person, now: number): Promise<string> {
  const id = crypto.randomUUID()
  await run(
    `INSERT INTO intro_video_uploads (id, tutor_id, key, storage_id, bytes, created_at, expires_at) VALUES (?, ?, ?, 'x', 10, 1, ?)`,
    id,
    tutor.id,
    `tutors/intro-videos/${id}`,
    now + HOUR,
  )
  return id
}

/** An image of a tutor, which staff let the tutor upload. */
async function insertMedia(tutor: Person) {
  await run('UPDATE tutors SET bypass_onboarding = 1 WHERE id = ?', tutor.id)
  const key = `users/images/${crypto.randomUUID()}`
  await run(
    `INSERT INTO assets (key, kind, owner_id, content_type, bytes, created_at) VALUES (?, 'image', ?, 'image/png', 9, 1)`,
    key,
    tutor.id,
  )
  const tutorMediaId = await insert(
    `INSERT INTO tutor_media (tutor_id, kind, key, uploaded_by, created_at) VALUES (?, 'image', ?, ?, 1)`,
    tutor.id,
    key,
    tutor.id,
  )
  return { tutorId: tutor.id, tutorMediaId }
}

/** A passkey of somebody of the staff. From then on their token must come from a sign-in with a second factor. */
async function insertPasskey(person: Person): Promise<{ person: Person; passkeyId: number }> {
  const passkeyId = await insert(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     VALUES (?, ?, 'x', 0, '[]', 0, 'لابتوب', 1)`,
    person.id,
    crypto.randomUUID(),
  )
  return { person: { ...person, token: await tokenFor(person.id, true) }, passkeyId }
}

async function ownedByTutorAndManager(now: number): Promise<{ tutor: Owned; manager: Owned }> {
  const tutor = await onboardedTutor()
  const manager = await tutorManager()
  const maker = await newStudio()
  const ownedBy = async (person: Person, isJudge: boolean): Promise<Owned> => {
    const other = await verifiedStudent()
    const onboarding = isJudge
      ? await insertOnboarding(await onboardedTutor(), person, now)
      : await insertOnboarding(person, await tutorManager(), now)
    const signedIn = isJudge ? await insertPasskey(person) : { person }
    return {
      ...signedIn,
      other,
      isReviewer: isJudge,
      ...onboarding,
      ...(isJudge ? {} : { uploadId: await insertUpload(person, now) }),
      ...(await insertWithdrawal(person)),
      ...(await insertMedia(person)),
      ...(await insertSoonLesson(person, other, now + SOON)),
      standingTimeId: await insertStandingTime(person, other),
      ratingId: await insertRating(person, maker),
      roomId: await insertRoom(person, other),
    }
  }
  return { tutor: await ownedBy(tutor, false), manager: await ownedBy(manager, true) }
}

async function ownedByStudio(): Promise<Owned> {
  const person = await newStudio()
  const other = await onboardedTutor()
  await run('UPDATE tutors SET studio_id = ? WHERE id = ?', person.id, other.id)
  const roomId = await insertRoom(person, other)
  return { ...(await insertPasskey(person)), other, roomId, ...(await insertMedia(other)) }
}

export type OwnershipFixtures = ReadonlyMap<Role, Owned>

/** Another device of the person, and its session. */
async function withDevice(owned: Owned): Promise<Owned> {
  const { sid } = decodeJwt<{ sid: string }>(await tokenFor(owned.person.id, true))
  return { ...owned, authSessionId: sid }
}

export async function ownershipFixtures(now: number): Promise<OwnershipFixtures> {
  const { tutor, manager } = await ownedByTutorAndManager(now)
  return new Map([
    [Role.Student, await withDevice(await ownedByStudent(now))],
    [Role.Tutor, await withDevice(tutor)],
    [Role.TutorManager, await withDevice(manager)],
    [Role.Studio, await withDevice(await ownedByStudio())],
  ])
}
