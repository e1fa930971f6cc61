import * as meetings from '#contract/meetings'
import { selectInterviewer } from '#contract/users'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { bookDemoSession, bookInterview } from './book.ts'
import { changeDemoSession, changeInterview } from './change.ts'
import { listDemoSessions, listInterviews } from './list.ts'
import { select } from './select-interview.ts'

export const meetingRoutes = routes(
  bind(meetings.bookInterview, bookInterview, recallNothing),
  bind(meetings.updateInterview, changeInterview),
  bind(meetings.listInterviews, listInterviews),
  bind(meetings.selectInterviewManager, select),
  bind(selectInterviewer, select),
  bind(meetings.bookDemoSession, bookDemoSession, recallNothing),
  bind(meetings.updateDemoSession, changeDemoSession),
  bind(meetings.listDemoSessions, listDemoSessions),
)
