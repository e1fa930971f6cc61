/** A lesson in progress, and the steps into its room. */
import { expect } from 'vitest'
import { at } from '../api/lesson-fixtures.ts'
import { sessionIdOf } from '../api/session-fixtures.ts'
import {
  callApi,
  expectOk,
  insertLesson,
  onboardedTutor,
  type Person,
  rows,
  setNow,
  verifiedStudent,
} from '../people.ts'
import { openTab, type Tab } from './socket.ts'

/** The start of the lesson, which takes half an hour. */
export const START = at(1)

/** A lesson that begins now, its two members and a stranger. */
export async function lessonInProgress() {
  const [tutor, student, stranger] = await Promise.all([onboardedTutor(), verifiedStudent(), verifiedStudent()])
  const lesson = { id: await insertLesson({ tutor, student, start: START }) }
  setNow(START)
  return { tutor, student, stranger, lesson, session: await sessionIdOf(lesson) }
}

export const openSessionSocket = (session: string, as: Person): Promise<Tab> =>
  openTab(`/parties/session/${session}`, as)

/** Joins the room as somebody who may. */
export async function enterRoom(session: string, as: Person): Promise<Tab> {
  const tab = await openSessionSocket(session, as)
  expect(await tab.send('PreJoinSession', { sessionId: session })).toBe('ok')
  expect(await tab.send('JoinSession', { sessionId: session })).toBe('ok')
  return tab
}

/** The attendance log: 1 is joined, 2 is left. */
export const attendanceOf = (session: string) =>
  rows<{ type: number; userId: number }>(
    'SELECT type, user_id AS userId FROM session_events WHERE session_id = ? ORDER BY id',
    session,
  )

/** The ids of the participants, as the API answers a member. */
export async function participantsOf(session: string, as: Person): Promise<number[]> {
  const members = await expectOk<{ id: number }[]>(callApi('GET', `/session/${session}`, { as }))
  return members.map(({ id }) => id)
}

export const offer = { type: 'offer', sdp: 'v=0' }
export const candidate = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 }
