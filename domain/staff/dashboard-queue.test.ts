import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { Role } from '../roles.ts'
import { endOfToday, queueOf } from './dashboard-queue.ts'

const kindsOf = (role: Role) => queueOf(role).map(({ kind, isOwn }) => (isOwn ? `${kind} (own)` : kind))

describe('what waits for a decision of staff', () => {
  it('is all of it for admins', () => {
    for (const role of [Role.SuperAdmin, Role.RegularAdmin])
      expect(kindsOf(role)).toEqual([
        ...['withdrawal', 'withdrawal-cancellation', 'payment', 'lesson-pay', 'lesson-wrong'],
        ...['interview-verdict', 'demo-verdict', 'interview-today', 'demo-today', 'intro-video'],
        ...['activation', 'report', 'contact', 'message', 'photo-session'],
      ])
  })

  it('is their own candidates for tutor managers, and the photos for studios', () => {
    expect(kindsOf(Role.TutorManager)).toEqual([
      ...[
        'interview-verdict (own)',
        'demo-verdict (own)',
        'interview-today (own)',
        'demo-today (own)',
        'intro-video (own)',
      ],
    ])
    expect(kindsOf(Role.Studio)).toEqual(['photo-session (own)'])
  })
})

it('today ends at midnight in Cairo', () => {
  expect(endOfToday(fromIso('2026-01-10T21:59:59.999Z'))).toBe(fromIso('2026-01-10T22:00:00.000Z'))
  expect(endOfToday(fromIso('2026-01-10T22:00:00.000Z'))).toBe(fromIso('2026-01-11T22:00:00.000Z'))
})
