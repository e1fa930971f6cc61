import { expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { row, run, setNow } from '#tests/people'
import { startClockAtNoon, tryCancel } from '../api/lesson-fixtures.ts'
import { enterRoom, lessonInProgress, START } from './session-rooms.ts'

startClockAtNoon()

it('refuses the student’s cancellation while the tutor is inside, also before the record says so', async () => {
  const { tutor, student, lesson, session } = await lessonInProgress()
  const tab = await enterRoom(session, tutor)
  // As if D1 had not taken the attendance yet.
  await run('DELETE FROM session_events WHERE session_id = ?', session)
  setNow(START + minutes(6))
  expect(await tryCancel(student, lesson)).toBe('lesson-in-progress')
  expect(await row('SELECT canceled_at FROM lessons WHERE id = ?', lesson.id)).toEqual({ canceled_at: null })
  await tab.close()
})

it('lets the student cancel where nobody but the student is inside', async () => {
  const { student, lesson, session } = await lessonInProgress()
  await enterRoom(session, student)
  setNow(START + minutes(6))
  expect(await tryCancel(student, lesson)).toBe('ok')
})
