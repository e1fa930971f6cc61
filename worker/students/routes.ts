import * as favouriteTutors from '#contract/favourite-tutors'
import * as studentNotes from '#contract/student-notes'
import * as students from '#contract/students'
import { bind, routes } from '../http/bind.ts'
import { edit } from './edit.ts'
import { add, list, remove } from './favourite-tutors.ts'
import { brief } from './lesson-brief.ts'
import * as listNotes from './list-notes.ts'
import { read } from './read.ts'
import { recallRegistered, register } from './register.ts'
import { write } from './write-note.ts'

export const studentRoutes = routes(
  bind(favouriteTutors.listFavouriteTutors, list),
  bind(favouriteTutors.addFavouriteTutor, add),
  bind(favouriteTutors.removeFavouriteTutor, remove),
  bind(studentNotes.getStudentBrief, brief),
  bind(studentNotes.writeStudentNotes, write),
  bind(studentNotes.listStudentNotes, listNotes.list),
  bind(students.registerStudent, register, recallRegistered),
  bind(students.getStudent, read),
  bind(students.editStudent, edit),
)
