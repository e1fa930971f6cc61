import { gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { tutorSnapshots } from '#db/schema/tutor-snapshots'
import { hours, type Instant, minutes } from '#domain/cairo'
import type { Env } from '../env.ts'
import type { IntroducedTutor, TutorEntry } from './cards.ts'

/** The tutors in an isolate's memory, including all changes up to a version. */
export type TutorsUpTo = {
  upTo: number
  /** When the most recent of them was read. */
  readAt: Instant
  /** When all of them were last read together. */
  allReadAt: Instant
  entries: ReadonlyMap<number, TutorEntry>
  /** Including those who are not listed yet. */
  introduced: ReadonlyMap<number, IntroducedTutor>
}

export const tutorsUpTo = (
  { upTo, readAt, allReadAt }: Pick<TutorsUpTo, 'upTo' | 'readAt' | 'allReadAt'>,
  { listed, introduced }: { listed: readonly TutorEntry[]; introduced: readonly IntroducedTutor[] },
): TutorsUpTo => ({
  upTo,
  readAt,
  allReadAt,
  entries: new Map(listed.map((entry) => [entry.card.id, entry])),
  introduced: new Map(introduced.map((tutor) => [tutor.id, tutor])),
})

/**
 * If a developer moves the clock back, slots that were past when the tutors were read are missing, so they must be read
 * again.
 */
export const isReadBefore = ({ readAt }: Pick<TutorsUpTo, 'readAt'>, now: Instant): boolean =>
  readAt <= now + minutes(1)

/** The JSON that is stored compressed. */
type Body = { entries: TutorEntry[]; introduced: IntroducedTutor[] }

/** A row of D1 holds at most 2 MB. */
const PART_CHARACTERS = 1_000_000

/**
 * The maximum age of the stored snapshot: a change made in the database without the worker becomes visible after a day at
 * the latest.
 */
const MAX_SNAPSHOT_AGE = hours(24)

/** The version up to which the stored snapshot includes changes; -1 without a snapshot. */
export const storedUpTo: SQL<number> = sql`COALESCE((SELECT ${tutorSnapshots.upTo} FROM ${tutorSnapshots} WHERE ${tutorSnapshots.part} = 0), -1)`

const through = (content: string | Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) =>
  new Response(new Response(content).body?.pipeThrough(transform))

async function packed(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream('gzip')).arrayBuffer()
  return Buffer.from(bytes).toString('base64')
}

const unpacked = (body: string): Promise<string> =>
  through(new Uint8Array(Buffer.from(body, 'base64')), new DecompressionStream('gzip')).text()

/**
 * The snapshot of all tutors that an isolate has stored, in one row or a few; reading the tables instead costs tens of rows
 * per tutor. Returns the version of `storedUpTo`, which never decreases, and the tutors: undefined without a snapshot, when
 * it is too old or newer than `now`, or when another version of the worker, whose card format may differ, has stored it.
 */
export async function readSnapshot(
  db: Db,
  env: Env,
  now: Instant,
): Promise<{ upTo: number; tutors: TutorsUpTo | undefined }> {
  const parts = await db.select().from(tutorSnapshots).orderBy(tutorSnapshots.part)
  const [first] = parts
  if (!first) return { upTo: 0, tutors: undefined }
  const { upTo, allReadAt, madeBy } = first
  const serves = madeBy === env.CF_VERSION_METADATA.id && isReadBefore(first, now) && now < allReadAt + MAX_SNAPSHOT_AGE
  if (!serves) return { upTo, tutors: undefined }
  const { entries, introduced }: Body = JSON.parse(await unpacked(parts.map(({ body }) => body).join('')))
  return { upTo, tutors: tutorsUpTo(first, { listed: entries, introduced }) }
}

/** Stores the snapshot for isolates that start, unless a newer one is stored, so that `storedUpTo` never decreases. */
export async function storeSnapshot(
  db: Db,
  env: Env,
  { upTo, readAt, allReadAt, entries, introduced }: TutorsUpTo,
): Promise<void> {
  const content: Body = { entries: [...entries.values()], introduced: [...introduced.values()] }
  const body = await packed(JSON.stringify(content))
  const count = Math.ceil(body.length / PART_CHARACTERS)
  const madeBy = env.CF_VERSION_METADATA.id
  const parts = Array.from({ length: count }, (_, part) => {
    const text = body.slice(part * PART_CHARACTERS, (part + 1) * PART_CHARACTERS)
    return db
      .insert(tutorSnapshots)
      .select(
        sql`SELECT ${part}, ${upTo}, ${readAt}, ${allReadAt}, ${madeBy}, ${text} WHERE NOT EXISTS (SELECT 1 FROM ${tutorSnapshots} WHERE ${gt(tutorSnapshots.upTo, upTo)})`,
      )
  })
  await db.batch([db.delete(tutorSnapshots).where(lte(tutorSnapshots.upTo, upTo)), ...parts])
}
