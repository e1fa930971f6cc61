import { and, asc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { type HeldData, personalData } from '#db/personal-data'
import { assets } from '#db/schema/assets'
import { roomMembers, rooms } from '#db/schema/chat'
import { tutorMedia } from '#db/schema/tutor-media'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import { type Instant, toIso } from '#domain/cairo'
import { plainMessage, seqOf } from '#domain/chat/room'
import { type PersonalArea, personalAreas } from '#domain/privacy/areas'
import { divideFiles, type LargeFile } from '#domain/privacy/export'
import { chatParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import type { ZipEntry } from './zip.ts'

type Row = Record<string, unknown>

/** Rows read at once: the widest of them are below a megabyte. */
const ROWS = 500
const MESSAGES = 500

const encoder = new TextEncoder()
const text = (written: string): Uint8Array => encoder.encode(written)

const nameOfPerson = (column: unknown): SQL => sql`(SELECT ${users.name} FROM ${users} WHERE ${users.id} = ${column})`

/** What is selected of the rows of a person: columns as they are, and texts in the place of some. */
function selectionOf({ table, copied, times, named, people, own, labels }: HeldData) {
  const columns = getTableColumns(table)
  const plain = [...copied, ...times, ...Object.keys(named), ...own].map((name) => [name, columns[name]] as const)
  const names = people.map((name) => [name, nameOfPerson(columns[name]).as(`name_${name}`)] as const)
  const texts = Object.entries(labels).map(([name, label]) => [name, label.as(`label_${name}`)] as const)
  return Object.fromEntries([...plain, ...names, ...texts])
}

const isInstant = (value: unknown): value is Instant => typeof value === 'number'

/** A row in words: instants as ISO 8601 in UTC, names of numbers, and whether an account is the person's own. */
function worded({ times, named, own }: HeldData, row: Row, userId: number): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (times.includes(name)) return [name, isInstant(value) ? toIso(value) : null]
      if (own.includes(name)) return [name, value === null ? null : value === userId ? 'you' : 'somebody else']
      const enumeration = named[name]
      if (!enumeration || value === null) return [name, value]
      return [name, Object.keys(enumeration).find((key) => enumeration[key] === value) ?? value]
    }),
  )
}

/** The rows of a table about a person, in the order in which they were written. */
async function* rowsOf(db: Db, held: HeldData, userId: number): AsyncGenerator<Row[]> {
  const { table, whose } = held
  if (!whose) return
  for (let after = -1; ; ) {
    const found: Row[] = await db
      .select({ rowInTable: sql<number>`rowid`.as('row_in_table'), ...selectionOf(held) })
      .from(table)
      .where(and(whose(userId), sql`rowid > ${after}`))
      .orderBy(asc(sql`rowid`))
      .limit(ROWS)
    yield found.map(({ rowInTable: _, ...row }) => worded(held, row, userId))
    if (found.length < ROWS) return
    after = Number(found.at(-1)?.rowInTable)
  }
}

/** The messages that a person wrote and has not deleted, room by room, with the name of the other member. */
async function* messagesOf(env: Env, db: Db, userId: number): AsyncGenerator<Row[]> {
  const other = sql`CASE WHEN ${rooms.lowerId} = ${userId} THEN ${rooms.higherId} ELSE ${rooms.lowerId} END`
  const found = await db
    .select({ id: rooms.id, other: users.name })
    .from(roomMembers)
    .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
    .innerJoin(users, sql`${users.id} = ${other}`)
    .where(eq(roomMembers.userId, userId))
  for (const room of found)
    for (let afterSeq = 0; ; ) {
      const { list } = await chatParty(env, room.id).list({ page: 1, size: MESSAGES, afterSeq })
      yield list
        .filter((message) => message.userId === userId)
        .map((message) => ({
          roomId: room.id,
          with: room.other,
          text: plainMessage(message.text),
          createdAt: message.createdAt,
          edited: message.edited,
        }))
      const last = list.at(-1)
      if (!last || list.length < MESSAGES) break
      afterSeq = seqOf(last.id)
    }
}

/** A list in JSON, in pieces. */
async function* listed(name: string, pages: AsyncIterable<Row[]>, isFirst: boolean): AsyncGenerator<Uint8Array> {
  yield text(`${isFirst ? '' : ','}\n  ${JSON.stringify(name)}: [`)
  let count = 0
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield text(rows.map((row, index) => `${count + index === 0 ? '' : ','}\n    ${JSON.stringify(row)}`).join(''))
    count += rows.length
  }
  yield text(count === 0 ? ']' : '\n  ]')
}

async function* areaFile(env: Env, db: Db, area: PersonalArea, userId: number): AsyncGenerator<Uint8Array> {
  yield text('{')
  const held = Object.entries(personalData).filter(([, one]) => one.area === area && one.whose)
  for (const [index, [name, one]] of held.entries()) yield* listed(name, rowsOf(db, one, userId), index === 0)
  if (area === 'chats') yield* listed('messages', messagesOf(env, db, userId), false)
  yield text('\n}\n')
}

/** A person's own files: uploaded by them, shown of them, and the receipts of their withdrawals. */
async function ownFiles(db: Db, userId: number) {
  const files = await db
    .select({ key: assets.key, kind: assets.kind, contentType: assets.contentType, bytes: assets.bytes })
    .from(assets)
    .where(
      or(
        eq(assets.ownerId, userId),
        sql`${assets.key} IN (SELECT ${tutorMedia.key} FROM ${tutorMedia} WHERE ${tutorMedia.tutorId} = ${userId})`,
        sql`${assets.key} IN (SELECT ${withdrawals.receipt} FROM ${withdrawals} WHERE ${withdrawals.userId} = ${userId})`,
      ),
    )
  return files.map((file, index) => ({
    ...file,
    name: `files/${file.kind}-${index + 1}.${endingOf(file.contentType)}`,
  }))
}

const endingOf = (contentType: string): string =>
  contentType.startsWith('text/') ? 'txt' : (/^\w+\/([a-z0-9]+)/.exec(contentType)?.[1] ?? 'bin')

async function* streamed(object: R2ObjectBody): AsyncGenerator<Uint8Array> {
  yield* object.body as unknown as AsyncIterable<Uint8Array>
}

async function* one(written: string): AsyncGenerator<Uint8Array> {
  yield text(written)
}

/**
 * The files of a person's copy (docs/rules/privacy.md 2.4): a JSON for each area, and their own files, which `large` are too large for.
 * Nothing is read before it is asked for.
 */
export async function copyOf(
  env: Env,
  db: Db,
  userId: number,
): Promise<{ entries: AsyncGenerator<ZipEntry>; large: LargeFile[] }> {
  const { contained, large } = divideFiles(await ownFiles(db, userId))
  const listOfFiles = [...contained, ...large].map(({ key, name, kind, contentType, bytes }) => ({
    name,
    key,
    kind,
    contentType,
    bytes,
    contained: contained.some((file) => file.key === key),
  }))
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const area of personalAreas)
      if (Object.values(personalData).some((held) => held.area === area && held.whose))
        yield { name: `${area}.json`, isCompressed: false, bytes: areaFile(env, db, area, userId) }
    yield { name: 'files/list.json', isCompressed: false, bytes: one(`${JSON.stringify(listOfFiles, null, 2)}\n`) }
    for (const { key, name } of contained) {
      const object = await env.FILES.get(key)
      if (object) yield { name, isCompressed: true, bytes: streamed(object) }
    }
  }
  return { entries: entries(), large: large.map(({ key, name, bytes }) => ({ key, name, bytes })) }
}
