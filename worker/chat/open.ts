import { eq, inArray } from 'drizzle-orm'
import type { openRoom } from '#contract/chat'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { mayChat, mayOpenRoom, mayOpenStudioRoom, type Photographed } from '#domain/chat/room'
import { DomainError } from '#domain/errors'
import { chatParty } from '../../party/stubs.ts'
import { type ActContext, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { createRoom } from './store.ts'

/** Selects the role of each of the two, and the studio that a tutor has chosen. */
const bothStatement = ({ caller, body, db }: ReadRequest<typeof openRoom>) =>
  db
    .select({ id: users.id, role: users.role, studioId: tutors.studioId })
    .from(users)
    .leftJoin(tutors, eq(tutors.id, users.id))
    .where(inArray(users.id, [caller.id, body.userId]))

/** @throws DomainError `user-not-found`. */
function personIn(people: readonly Photographed[], id: number): Photographed {
  const person = people.find((one) => one.id === id)
  if (!person) throw new DomainError('user-not-found')
  return person
}

const mayMeet = (opener: Photographed, other: Photographed): boolean =>
  opener.id !== other.id && (mayOpenRoom(opener.role, other.role) || mayOpenStudioRoom(opener, other))

async function sendOpening({ actor, body, env }: ActContext<typeof openRoom>, roomId: number): Promise<void> {
  if (body.message === undefined) return
  // A fixed `refId` per room, so that a retry cannot store the message twice.
  const draft = { userId: actor.id, refId: `opening-${roomId}`, text: body.message }
  const store = async () => void (await chatParty(env, roomId).send(draft))
  await store().catch(store)
}

/**
 * Opens a room of two users, with an optional first message (docs/rules/chat.md 1.1, 3.1).
 * @throws DomainError `user-not-found`, `room-exists`, `forbidden` for a pair of roles that may not chat or an unverified
 * address.
 */
export const open = reading(
  (request: ReadRequest<typeof openRoom>) => [bothStatement(request)],
  async (ctx: ActContext<typeof openRoom>, [people]) => {
    const { actor, body } = ctx
    const areMeeting = mayMeet(personIn(people, actor.id), personIn(people, body.userId))
    if (!(areMeeting && mayChat(actor.role, actor.verifiedEmail))) throw new DomainError('forbidden')
    const roomId = await createRoom(ctx, actor.id, body.userId)
    if (roomId === null) throw new DomainError('room-exists')
    await sendOpening(ctx, roomId)
    return { roomId }
  },
)

/** The first request may have been interrupted before its message was sent. */
export const recallOpened: Recall<typeof openRoom> = async (ctx, made) => {
  const roomId = Number(made)
  await sendOpening(ctx, roomId)
  return { roomId }
}
