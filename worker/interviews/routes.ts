import * as contract from '#contract/interviews'
import { selectInterviewer } from '#contract/users'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { book } from './book.ts'
import { change } from './change.ts'
import { list } from './list.ts'
import { select } from './select.ts'

export const interviewRoutes = routes(
  bind(contract.bookInterview, book, recallNothing),
  bind(contract.updateInterview, change),
  bind(contract.listInterviews, list),
  bind(contract.selectInterviewManager, select),
  bind(selectInterviewer, select),
)
