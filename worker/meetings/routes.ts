import * as demoSessions from '#contract/demo-sessions'
import * as interviews from '#contract/interviews'
import { selectInterviewer } from '#contract/users'
import { bind, recallNothing, routes } from '../http/bind.ts'
import * as bookDemoSession from './book-demo-session.ts'
import { book } from './book-interview.ts'
import * as changeDemoSession from './change-demo-session.ts'
import { change } from './change-interview.ts'
import * as listDemoSessions from './list-demo-sessions.ts'
import { list } from './list-interviews.ts'
import { select } from './select-interview.ts'

export const meetingRoutes = routes(
  bind(interviews.bookInterview, book, recallNothing),
  bind(interviews.updateInterview, change),
  bind(interviews.listInterviews, list),
  bind(interviews.selectInterviewManager, select),
  bind(selectInterviewer, select),
  bind(demoSessions.bookDemoSession, bookDemoSession.book, recallNothing),
  bind(demoSessions.updateDemoSession, changeDemoSession.change),
  bind(demoSessions.listDemoSessions, listDemoSessions.list),
)
