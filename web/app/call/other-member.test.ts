import { expect, it } from 'vitest'
import type { ServerFrame } from '#contract/live/session'
import { otherMemberAfter } from './other-member.ts'

const ME = 1
const OTHER = 2
const otherNow = (...frames: ServerFrame[]) =>
  frames.reduce((other, frame) => otherMemberAfter(other, frame, ME), null as ReturnType<typeof otherMemberAfter>)
const joined: ServerFrame = { event: 'MemberJoinedSessionId', payload: { userId: OTHER } }

it('the other member joins, switches devices on and leaves', () => {
  const camera: ServerFrame = { event: 'CameraToggle', payload: { user: OTHER, camera: true } }
  expect(otherNow(joined, camera)).toEqual({ userId: OTHER, camera: true, mic: false, screen: false })
  expect(otherNow(joined, camera, { event: 'MemberLeftSessionId', payload: { userId: OTHER } })).toBeNull()
})

it('one’s own acts do not change the state of the other member', () => {
  expect(otherNow({ event: 'MemberJoinedSessionId', payload: { userId: ME } })).toBeNull()
  expect(otherNow({ event: 'MicToggled', payload: { user: ME, mic: true } })).toBeNull()
  expect(otherNow(joined, { event: 'MemberLeftSessionId', payload: { userId: ME } })).not.toBeNull()
})

it('the list of members replaces what was known before', () => {
  const there = { userId: OTHER, camera: true, mic: true, screen: false }
  expect(otherNow({ event: 'SessionMembers', payload: { members: [there] } })).toEqual(there)
  expect(otherNow(joined, { event: 'SessionMembers', payload: { members: [{ ...there, userId: ME }] } })).toBeNull()
})
