import { expect, it } from 'vitest'
import { Role, roles } from '../roles.ts'
import { mayWatchQueue, STAFF_QUEUES } from './queues.ts'
import { mayWatchRecord, RECORD_KINDS } from './records.ts'

it('admins watch every queue and record, managers those of onboarding, studios their tutors, others nothing', () => {
  const queues = (role: Role) => STAFF_QUEUES.filter((queue) => mayWatchQueue(queue, role))
  const kinds = (role: Role) => RECORD_KINDS.filter((kind) => mayWatchRecord(kind, role))
  for (const role of [Role.SuperAdmin, Role.RegularAdmin]) {
    expect(queues(role)).toEqual(STAFF_QUEUES)
    expect(kinds(role)).toEqual(RECORD_KINDS)
  }
  expect(queues(Role.TutorManager)).toEqual(['intro-videos', 'interviews', 'demo-sessions'])
  expect(kinds(Role.TutorManager)).toEqual(['lesson', 'interview', 'demo-session', 'intro-video'])
  expect([queues(Role.Studio), kinds(Role.Studio)]).toEqual([[], ['user']])
  for (const role of roles.filter((one) => one === Role.Student || one === Role.Tutor))
    expect([queues(role), kinds(role)]).toEqual([[], []])
})
