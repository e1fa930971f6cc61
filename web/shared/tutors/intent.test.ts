import { expect, it } from 'vitest'
import { tutorsIntent } from './intent.ts'

it('reads the tutor and the time of a booking from an address', () => {
  const at = '2026-11-23T16:00:00.000Z'
  expect(tutorsIntent(`/t/5?book=true&at=${encodeURIComponent(at)}`)).toEqual({ tutorId: 5, at })
  expect(tutorsIntent(`/t/5?book=true&at=${encodeURIComponent(`"${at}"`)}`)).toEqual({ tutorId: 5, at })
  expect(tutorsIntent('/t/5?book=true')).toEqual({ tutorId: 5, at: null })
  expect(tutorsIntent('/t/5?book=true&at=soon')).toEqual({ tutorId: 5, at: null })
})

it('reads none from any other address', () => {
  for (const address of [undefined, '', '/t/5', '/t/x?book=true', '/tutors?book=true', '/t/5/x?book=true'])
    expect([address, tutorsIntent(address)]).toEqual([address, null])
})
