import { expect, it } from 'vitest'
import { isSessionId, kindOf, sessionIdOf, sessionKinds, sessionPath } from './session-id.ts'

const UUID = '3f2b8c1e-9a4d-4e7f-8b6a-0c1d2e3f4a5b'

it('a session is named by its kind and a UUID', () => {
  for (const kind of sessionKinds) {
    const id = sessionIdOf(kind, UUID)
    expect(isSessionId(id)).toBe(true)
    expect(kindOf(id)).toBe(kind)
  }
  for (const text of ['', 'lesson:', 'lesson:1', `chat:${UUID}`, UUID]) expect(isSessionId(text), text).toBe(false)
})

it('an id has nothing before it or behind it', () => {
  const id = sessionIdOf('lesson', UUID)
  for (const text of [`x${id}`, `${id}0`, ` ${id}`]) expect(isSessionId(text), text).toBe(false)
})

it('each kind of session has its page in the app', () => {
  expect(sessionKinds.map((kind) => sessionPath({ kind, id: 7 }))).toEqual([
    '/lesson/7',
    '/interview/7',
    '/demo-session/7',
  ])
})
