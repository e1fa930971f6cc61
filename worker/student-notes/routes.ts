import * as contract from '#contract/student-notes'
import { bind, routes } from '../http/bind.ts'
import { brief } from './brief.ts'
import { list } from './list.ts'
import { write } from './write.ts'

export const studentNoteRoutes = routes(
  bind(contract.getStudentBrief, brief),
  bind(contract.writeStudentNotes, write),
  bind(contract.listStudentNotes, list),
)
