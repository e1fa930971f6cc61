/** A lesson that is held now, and the steps into its room. */
import { expect } from 'vitest'
import {
  callApi,
  expectOk,
  insertLesson,
  onboardedTutor,
  type Person,
  rows,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { at } from '../api/lesson-fixtures.ts'
import { sessionIdOf } from '../api/session-fixtures.ts'
import { openTab, type Tab } from './socket.ts'

/** When it begins; it lasts half an hour. */
export const START = at(1)

/** A lesson that begins at this moment, its two people, and somebody else. */
export async function heldLesson() {
  const [tutor, student, stranger] = await Promise.all([onboardedTutor(), verifiedStudent(), verifiedStudent()])
  const lesson = { id: await insertLesson({ tutor, student, start: START }) }
  setNow(START)
  return { tutor, student, stranger, lesson, session: await sessionIdOf(lesson) }
}

export const openLine = (session: string, as: Person): Promise<Tab> => openTab(`/parties/session/${session}`, as)

/** Comes in, as who may. */
export async function enterRoom(session: string, as: Person): Promise<Tab> {
  const tab = await openLine(session, as)
  expect(await tab.send('PreJoinSession', { sessionId: session })).toBe('ok')
  expect(await tab.send('JoinSession', { sessionId: session })).toBe('ok')
  return tab
}

/** The log of who came (1) and went (2). */
export const attendanceOf = (session: string) =>
  rows<{ type: number; userId: number }>(
    'SELECT type, user_id AS userId FROM session_events WHERE session_id = ? ORDER BY id',
    session,
  )

/** The ids of those who are inside, as a member reads them. */
export async function insideOf(session: string, as: Person): Promise<number[]> {
  const members = await expectOk<{ id: number }[]>(callApi('GET', `/session/${session}`, { as }))
  return members.map(({ id }) => id)
}

export const offer = { type: 'offer', sdp: 'v=0' }
export const candidate = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 }
