import * as demoSessions from '#contract/demo-sessions'
import * as interviews from '#contract/interviews'
import { selectInterviewer } from '#contract/users'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { bookDemoSession, bookInterview } from './book.ts'
import { changeDemoSession, changeInterview } from './change.ts'
import { listDemoSessions, listInterviews } from './list.ts'
import { select } from './select-interview.ts'

export const meetingRoutes = routes(
  bind(interviews.bookInterview, bookInterview, recallNothing),
  bind(interviews.updateInterview, changeInterview),
  bind(interviews.listInterviews, listInterviews),
  bind(interviews.selectInterviewManager, select),
  bind(selectInterviewer, select),
  bind(demoSessions.bookDemoSession, bookDemoSession, recallNothing),
  bind(demoSessions.updateDemoSession, changeDemoSession),
  bind(demoSessions.listDemoSessions, listDemoSessions),
)
