import * as audit from '#contract/audit'
import * as cache from '#contract/cache'
import { listCallNetworks } from '#contract/call-quality'
import * as dashboard from '#contract/dashboard'
import { attendedStats, lessonDemand } from '#contract/lessons'
import * as personFile from '#contract/person-file'
import * as serverStats from '#contract/server-stats'
import * as shared from '#contract/shared-views'
import { changeStaffDigest, readStaffDigest, stopStaffDigest } from '#contract/staff-digest'
import { staffSearch } from '#contract/staff-search'
import * as studentRisks from '#contract/student-risks'
import * as students from '#contract/students'
import { listTutorQualities } from '#contract/tutor-quality'
import * as tutors from '#contract/tutors'
import { bind, routes } from '../http/bind.ts'
import { attended } from './attended.ts'
import { changeRisk } from './change-risk.ts'
import { listCohorts } from './cohorts.ts'
import { demand } from './demand.ts'
import { changeDigest, readDigest, stopDigest } from './digest.ts'
import { figures } from './figures.ts'
import { flush } from './flush-cache.ts'
import { home } from './home.ts'
import { list } from './list-audit.ts'
import { listNetworks } from './list-call-networks.ts'
import { listRisks } from './list-risks.ts'
import { listQualities } from './list-tutor-qualities.ts'
import * as person from './person-file.ts'
import { planFigures } from './plan-figures.ts'
import { queue } from './queue.ts'
import { read } from './read-server-stats.ts'
import { recordVisit } from './record-visit.ts'
import { search } from './search.ts'
import * as sharedViews from './shared-views.ts'
import { studentsHome } from './student-home.ts'
import * as student from './student-stats.ts'
import * as tutor from './tutor-stats.ts'

export const staffRoutes = routes(
  bind(tutors.ownTutorStats, tutor.ownStats),
  bind(tutors.tutorStats, tutor.publicStats),
  bind(tutors.tutorActivity, tutor.activity),
  bind(students.ownStudentStats, student.ownStats),
  bind(students.studentStats, student.statsById),
  bind(studentRisks.listStudentRisks, listRisks),
  bind(studentRisks.changeStudentRisk, changeRisk),
  bind(listTutorQualities, listQualities),
  bind(listCallNetworks, listNetworks),
  bind(students.studentHome, studentsHome),
  bind(tutors.tutorHome, home),
  bind(attendedStats, attended),
  bind(lessonDemand, demand),
  bind(readStaffDigest, readDigest),
  bind(changeStaffDigest, changeDigest),
  bind(stopStaffDigest, stopDigest),
  bind(staffSearch, search),
  bind(personFile.getPersonFile, person.read),
  bind(personFile.changePersonFile, person.change),
  bind(personFile.notePerson, person.note, person.recall),
  bind(personFile.pinPersonNote, person.pin),
  bind(personFile.deletePersonNote, person.remove),
  bind(shared.listSharedViews, sharedViews.list),
  bind(shared.shareView, sharedViews.share),
  bind(shared.unshareView, sharedViews.unshare),
  bind(cache.flushCache, flush),
  bind(audit.listAuditEntries, list),
  bind(dashboard.staffQueue, queue),
  bind(dashboard.dashboardFigures, figures),
  bind(dashboard.planFigures, planFigures),
  bind(dashboard.cohorts, listCohorts),
  bind(serverStats.readServerStats, read),
  bind(serverStats.sendVisit, recordVisit),
)
