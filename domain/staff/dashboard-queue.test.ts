import { describe, expect, it } from 'vitest'
import { days, fromIso, hours } from '../cairo.ts'
import { Role } from '../roles.ts'
import {
  attentionOf,
  endOfToday,
  isToday,
  latenessOf,
  lateSince,
  type QueueKind,
  queueKinds,
  queueOf,
  takenOf,
} from './dashboard-queue.ts'

const day = (kind: QueueKind) => [days(1), kind] as const

const kindsOf = (role: Role) => queueOf(role).map(({ kind, isOwn }) => (isOwn ? `${kind} (own)` : kind))

describe('what waits for a decision of staff', () => {
  it('is all of it for admins', () => {
    for (const role of [Role.SuperAdmin, Role.RegularAdmin])
      expect(kindsOf(role)).toEqual([
        ...['withdrawal', 'withdrawal-cancellation', 'payment', 'lesson-pay', 'lesson-wrong'],
        ...['interview-verdict', 'demo-verdict', 'interview-today', 'demo-today', 'intro-video'],
        ...['activation', 'student-risk (own)', 'report', 'contact', 'referral', 'message', 'photo-session'],
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

describe('what needs somebody', () => {
  it('is what they have taken, where everybody in the role sees all of it', () => {
    const taken = [
      { kind: 'report', isOwn: true },
      { kind: 'contact', isOwn: true },
    ]
    for (const role of [Role.SuperAdmin, Role.RegularAdmin]) expect(takenOf(role)).toEqual(taken)
    for (const role of [Role.TutorManager, Role.Studio]) expect(takenOf(role)).toEqual([])
  })

  it('is late from its bound on, and very late from three times as much', () => {
    const bounds = [
      ...[[hours(4), 'payment'] as const],
      ...(['withdrawal-cancellation', 'lesson-wrong', 'interview-verdict', 'demo-verdict'] as const).map(day),
      ...(['activation', 'report', 'contact', 'message'] as const).map(day),
      ...(['withdrawal', 'lesson-pay', 'intro-video'] as const).map((kind) => [days(2), kind] as const),
      ...(['student-risk', 'referral'] as const).map((kind) => [days(3), kind] as const),
      [days(7), 'photo-session'] as const,
    ]
    const now = days(100)
    for (const [bound, kind] of bounds) {
      const whenWaited = (waited: number) => latenessOf(kind, now - waited, now)
      expect([bound - 1, bound, bound * 3 - 1, bound * 3].map(whenWaited), kind).toEqual([
        ...['in-time', 'late', 'late', 'very-late'],
      ])
      expect(lateSince(kind, now), kind).toBe(now - bound)
      expect(isToday(kind), kind).toBe(false)
    }
    const today = queueKinds.filter((kind) => !bounds.some(([, bounded]) => bounded === kind))
    expect(today).toEqual(['interview-today', 'demo-today'])
    for (const kind of today) {
      expect([isToday(kind), lateSince(kind, now), latenessOf(kind, 0, now)], kind).toEqual([true, null, 'in-time'])
    }
  })

  it('is counted once, if it is both theirs and late', () => {
    expect(attentionOf([])).toBe(0)
    expect(
      attentionOf([
        { late: 5, mine: { count: 3, late: 2 } },
        { late: 0, mine: { count: 1, late: 0 } },
      ]),
    ).toBe(7)
  })
})

it('today ends at midnight in Cairo', () => {
  expect(endOfToday(fromIso('2026-01-10T21:59:59.999Z'))).toBe(fromIso('2026-01-10T22:00:00.000Z'))
  expect(endOfToday(fromIso('2026-01-10T22:00:00.000Z'))).toBe(fromIso('2026-01-11T22:00:00.000Z'))
})
