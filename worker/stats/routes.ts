import { attendedStats, lessonDemand } from '#contract/lessons'
import * as students from '#contract/students'
import * as tutors from '#contract/tutors'
import { bind, routes } from '../http/bind.ts'
import { attended } from './attended.ts'
import { demand } from './demand.ts'
import { home } from './home.ts'
import * as student from './student.ts'
import { studentsHome } from './student-home.ts'
import * as tutor from './tutor.ts'

export const statsRoutes = routes(
  bind(tutors.ownTutorStats, tutor.ownStats),
  bind(tutors.tutorStats, tutor.publicStats),
  bind(tutors.tutorActivity, tutor.activity),
  bind(students.ownStudentStats, student.ownStats),
  bind(students.studentStats, student.statsById),
  bind(students.studentHome, studentsHome),
  bind(tutors.tutorHome, home),
  bind(attendedStats, attended),
  bind(lessonDemand, demand),
)
