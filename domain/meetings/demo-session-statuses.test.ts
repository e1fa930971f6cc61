import { expect, it } from 'vitest'
import {
  type DemoSessionActor,
  DemoSessionStatus,
  isDemoSessionCanceled,
  whyNotDemoSessionStatus,
} from './demo-session-statuses.ts'

const { Pending, Passed, Rejected, CanceledByTutorManager, CanceledByTutor, CanceledByAdmin } = DemoSessionStatus
const all = Object.values(DemoSessionStatus)
const reachable = (from: DemoSessionStatus, who: DemoSessionActor) =>
  all.filter((to) => whyNotDemoSessionStatus(from, to, who) === null)

it('a tutor may only cancel, and only while the session is pending', () => {
  expect(all.map((from) => reachable(from, 'tutor'))).toEqual([[CanceledByTutor], [], [], [], [], []])
})

it('the manager judges, thinks better of it, or cancels', () => {
  expect(reachable(Pending, 'tutor-manager')).toEqual([Passed, Rejected, CanceledByTutorManager])
  expect(reachable(Passed, 'tutor-manager')).toEqual([Rejected])
  expect(reachable(Rejected, 'tutor-manager')).toEqual([Passed])
})

it('an admin takes it anywhere', () => {
  expect(reachable(Pending, 'admin')).toEqual([
    Passed,
    Rejected,
    CanceledByTutorManager,
    CanceledByTutor,
    CanceledByAdmin,
  ])
  expect(reachable(Passed, 'admin')).toEqual([Pending, Rejected])
})

it('a cancelled session stays cancelled', () => {
  const canceled = all.filter(isDemoSessionCanceled)
  expect(canceled).toEqual([CanceledByTutorManager, CanceledByTutor, CanceledByAdmin])
  for (const from of canceled)
    for (const who of ['tutor', 'tutor-manager', 'admin'] as const) expect(reachable(from, who)).toEqual([])
})
