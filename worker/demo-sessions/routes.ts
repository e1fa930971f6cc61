import * as contract from '#contract/demo-sessions'
import { bind, routes } from '../http/bind.ts'
import { book } from './book.ts'
import { change } from './change.ts'
import { list } from './list.ts'

export const demoSessionRoutes = routes(
  bind(contract.bookDemoSession, book),
  bind(contract.updateDemoSession, change),
  bind(contract.listDemoSessions, list),
)
