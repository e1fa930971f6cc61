import { eq, inArray } from 'drizzle-orm'
import type { openRoom } from '#contract/chat'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { mayChat, mayOpenRoom, mayOpenStudioRoom, type Photographed } from '#domain/chat/room'
import { DomainError } from '#domain/errors'
import { chatParty } from '../../party/stubs.ts'
import type { Act, At, Recall } from '../http/bind.ts'
import { createRoom } from './store.ts'

/** The role of each of the two, and the studio that they have chosen. */
async function findBoth(db: Db, ids: readonly [number, number]): Promise<(id: number) => Photographed> {
  const people = await db
    .select({ id: users.id, role: users.role, studioId: tutors.studioId })
    .from(users)
    .leftJoin(tutors, eq(tutors.id, users.id))
    .where(inArray(users.id, [...ids]))
  return (id) => {
    const person = people.find((one) => one.id === id)
    if (!person) throw new DomainError('user-not-found')
    return person
  }
}

const mayMeet = (opener: Photographed, other: Photographed): boolean =>
  opener.id !== other.id && (mayOpenRoom(opener.role, other.role) || mayOpenStudioRoom(opener, other))

async function sendOpening({ actor, body, env }: At<typeof openRoom>, roomId: number): Promise<void> {
  if (body.message === undefined) return
  // A fixed `refId` per room, so that the retry cannot store the message twice.
  const draft = { userId: actor.id, refId: `opening-${roomId}`, text: body.message }
  const store = async () => void (await chatParty(env, roomId).send(draft))
  await store().catch(store)
}

/**
 * Opens a room of two users, with a first message if one is given (docs/rules/chat.md 1.1, 3.1).
 * @throws DomainError `user-not-found`, `room-exists`, `forbidden` by who the two are or for an unverified address.
 */
export const open: Act<typeof openRoom> = async (at) => {
  const { actor, body, db } = at
  const personOf = await findBoth(db, [actor.id, body.userId])
  const isAllowed = mayMeet(personOf(actor.id), personOf(body.userId)) && mayChat(actor.role, actor.verifiedEmail)
  if (!isAllowed) throw new DomainError('forbidden')
  const roomId = await createRoom(at, actor.id, body.userId)
  if (roomId === null) throw new DomainError('room-exists')
  await sendOpening(at, roomId)
  return { roomId }
}

/** The request may have ended before its message was sent. */
export const recallOpened: Recall<typeof openRoom> = async (at, made) => {
  const roomId = Number(made)
  await sendOpening(at, roomId)
  return { roomId }
}
