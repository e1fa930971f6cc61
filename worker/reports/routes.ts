import * as contract from '#contract/reports'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { crash } from './crash.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { read } from './read.ts'
import { resolve } from './resolve.ts'
import { answer, change, note, recallThread } from './work.ts'

export const reportRoutes = routes(
  bind(contract.createReport, create, recallNothing),
  bind(contract.reportCrash, crash),
  bind(contract.resolveReport, resolve),
  bind(contract.listReports, list),
  bind(contract.getReport, read),
  bind(contract.changeReport, change),
  bind(contract.answerReport, answer, recallThread),
  bind(contract.noteReport, note, recallThread),
)
