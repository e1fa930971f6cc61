import * as contract from '#contract/demo-sessions'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { book } from './book.ts'
import { change } from './change.ts'
import { list } from './list.ts'

export const demoSessionRoutes = routes(
  bind(contract.bookDemoSession, book, recallNothing),
  bind(contract.updateDemoSession, change),
  bind(contract.listDemoSessions, list),
)
