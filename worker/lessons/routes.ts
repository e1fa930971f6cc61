import * as decisions from '#contract/lesson-decisions'
import * as contract from '#contract/lessons'
import { bind, routes } from '../http/bind.ts'
import { attendance } from './attendance.ts'
import { book, recallBooked } from './book.ts'
import { cancel } from './cancel.ts'
import { decide } from './decide.ts'
import { dispute } from './dispute.ts'
import { list } from './list.ts'
import { read } from './read.ts'
import { rebook } from './rebook.ts'
import { summarize } from './summarize.ts'

export const lessonRoutes = routes(
  bind(contract.bookLesson, book, recallBooked),
  bind(contract.rebookLesson, rebook),
  bind(contract.listLessons, list),
  bind(contract.getLesson, read),
  bind(contract.cancelLesson, cancel),
  bind(contract.summarizeLesson, summarize),
  bind(decisions.lessonAttendance, attendance),
  bind(decisions.decideLesson, decide),
  bind(decisions.disputeLesson, dispute),
)
