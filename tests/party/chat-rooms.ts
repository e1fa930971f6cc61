/** Chat rooms for tests, and access to the objects behind them. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import type { Message } from '#contract/message'
import { RETURN_MS } from '#domain/live'
import { type ChatParty, PAUSE_MS } from '../../party/chat.ts'
import type { ChatObject, UserObject } from '../../party/interfaces.ts'
import { chatParty, userParty } from '../../party/stubs.ts'
import { ANNOUNCED, UserParty } from '../../party/user.ts'
import { bindings, callApi, expectOk, onboardedTutor, type Person, verifiedStudent } from '../people.ts'
import { moveTimer, openUserSocket, type Tab } from './socket.ts'

export type RoomOfTwo = { student: Person; tutor: Person; roomId: number }

/** A student and a tutor who share a room without messages. */
export async function roomOfTwo(): Promise<RoomOfTwo> {
  const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
  const { roomId } = await expectOk<{ roomId: number }>(
    callApi('POST', '/chat/new', { as: student, body: { userId: tutor.id } }),
  )
  return { student, tutor, roomId }
}

/** Presence is announced after the socket is open: a tab that opens meanwhile would get the announcement too. */
async function openAnnounced(person: Person): Promise<Tab> {
  const tab = await openUserSocket(person)
  await untilStored(person, ANNOUNCED)
  return tab
}

/** Not `eventually`: it moves the clock on, which these tests read. */
async function untilStored(person: Person, key: string): Promise<void> {
  while (!(await inUserParty(person, (_, { storage }) => storage.kv.get(key)))) await new Promise(setImmediate)
}

/** The same, with an open tab of each; the tutor's opens after the student's presence was announced. */
export async function roomOfTwoOnline(): Promise<RoomOfTwo & { hers: Tab; his: Tab }> {
  const two = await roomOfTwo()
  return { ...two, hers: await openAnnounced(two.student), his: await openAnnounced(two.tutor) }
}

/** Closes the last tab of somebody who was announced. */
export async function closeLastTab(person: Person, tab: Tab): Promise<void> {
  await untilStored(person, ANNOUNCED)
  const closing = vi.spyOn(UserParty.prototype, 'onClose')
  await tab.close()
  await vi.waitUntil(() => closing.mock.results.length > 0)
  closing.mockRestore()
}

/** The same, and lets the time pass in which they might have come back: those who share a room with them are told. */
export async function leave(person: Person, tab: Tab): Promise<void> {
  await closeLastTab(person, tab)
  const stop = moveTimer(RETURN_MS)
  await runDurableObjectAlarm(userStub(person))
  stop()
}

type Page = { list: Message[]; total: number }
export const messagesOf = (as: Person, roomId: number, query = 'size=100'): Promise<Page> =>
  expectOk<Page>(callApi('GET', `/chat/list/${roomId}/messages?${query}`, { as }))

/** All messages of a room, oldest first. */
export const allMessages = async (as: Person, roomId: number): Promise<Message[]> =>
  (await messagesOf(as, roomId)).list.toReversed()

export const receivedMessages = (tab: Tab, count: number): Promise<Message[]> =>
  tab.receive('RoomMessage', count) as Promise<Message[]>

export const roomStub = (roomId: number) => chatParty(bindings, roomId)
export const userStub = (person: Person) => userParty(bindings, person.id)

export const inChatParty = <R>(roomId: number, look: (room: ChatParty, state: DurableObjectState) => R | Promise<R>) =>
  runInDurableObject(roomStub(roomId), look)
export const inUserParty = <R>(person: Person, look: (party: UserParty, state: DurableObjectState) => R | Promise<R>) =>
  runInDurableObject(userStub(person), look)

/** Runs a room's alarms until all events are delivered and none is set, as if nobody had written for a while. */
export async function drainRoom(roomId: number): Promise<void> {
  const { now } = performance
  const later = now.call(performance) + PAUSE_MS
  performance.now = () => later
  while (await runDurableObjectAlarm(roomStub(roomId))) await new Promise(setImmediate)
  performance.now = now
}

/** Resets an object as a crash does: it loses what is in memory, in the middle of whatever it does. */
export async function abortObject(stub: DurableObjectStub<ChatObject> | DurableObjectStub<UserObject>): Promise<void> {
  await runInDurableObject(stub, (_party, state) => state.abort('crashed')).catch(() => undefined)
}
