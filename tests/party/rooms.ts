/** Rooms as the tests of chat need them, and how they look into the objects behind them. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import type { Message } from '#contract/chat'
import { bindings, callApi, expectOk, onboardedTutor, type Person, verifiedStudent } from '#tests/people'
import type { ChatParty } from '../../party/chat.ts'
import { chatParty, userParty } from '../../party/stubs.ts'
import type { UserParty } from '../../party/user.ts'
import { openUser, type Tab } from './socket.ts'

export type Pair = { student: Person; tutor: Person; roomId: number }

/** A student and a tutor who share a room in which nothing was said yet. */
export async function pair(): Promise<Pair> {
  const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
  const { roomId } = await expectOk<{ roomId: number }>(
    callApi('POST', '/chat/new', { as: student, body: { userId: tutor.id } }),
  )
  return { student, tutor, roomId }
}

/** The same with a tab of each. */
export async function pairOnline(): Promise<Pair & { hers: Tab; his: Tab }> {
  const two = await pair()
  return { ...two, hers: await openUser(two.student), his: await openUser(two.tutor) }
}

type Page = { list: Message[]; total: number }
export const messagesOf = (as: Person, roomId: number, query = 'size=100'): Promise<Page> =>
  expectOk<Page>(callApi('GET', `/chat/list/${roomId}/messages?${query}`, { as }))

/** All of a room, oldest first. */
export const allOf = async (as: Person, roomId: number): Promise<Message[]> =>
  (await messagesOf(as, roomId)).list.toReversed()

export const heardMessages = (tab: Tab, count: number): Promise<Message[]> =>
  tab.hear('RoomMessage', count) as Promise<Message[]>

export const roomStub = (roomId: number) => chatParty(bindings, roomId)
export const userStub = (person: Person) => userParty(bindings, person.id)

export const inRoom = <R>(roomId: number, look: (room: ChatParty, state: DurableObjectState) => R | Promise<R>) =>
  runInDurableObject(roomStub(roomId), look)
export const inParty = <R>(person: Person, look: (party: UserParty, state: DurableObjectState) => R | Promise<R>) =>
  runInDurableObject(userStub(person), look)

/** Lets a room's alarms ring until it has told its members all that it had to tell, and is idle. */
export async function settled(roomId: number): Promise<void> {
  while (await runDurableObjectAlarm(roomStub(roomId)));
}

/** The object loses all that it had in memory, in the middle of whatever it does. */
export async function crash(stub: DurableObjectStub<ChatParty> | DurableObjectStub<UserParty>): Promise<void> {
  await runInDurableObject(stub, (_party, state) => state.abort('crashed')).catch(() => undefined)
}
