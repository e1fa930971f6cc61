import * as contact from '#contract/contact'
import * as reports from '#contract/reports'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { crash } from './crash.ts'
import { create } from './create-report.ts'
import * as listContact from './list-contact.ts'
import { list } from './list-reports.ts'
import * as readContact from './read-contact.ts'
import { read } from './read-report.ts'
import { resolve } from './resolve-report.ts'
import { send } from './send-contact.ts'
import * as workOnContact from './work-on-contact.ts'
import { answer, change, changeMany, note, recallThread } from './work-on-report.ts'

export const inboxRoutes = routes(
  bind(reports.createReport, create, recallNothing),
  bind(reports.reportCrash, crash),
  bind(reports.resolveReport, resolve),
  bind(reports.listReports, list),
  bind(reports.getReport, read),
  bind(reports.changeReport, change),
  bind(reports.changeReports, changeMany),
  bind(reports.answerReport, answer, recallThread),
  bind(reports.noteReport, note, recallThread),
  bind(contact.sendContactRequest, send, recallNothing),
  bind(contact.listContactRequests, listContact.list),
  bind(contact.getContactRequest, readContact.read),
  bind(contact.changeContactRequest, workOnContact.change),
  bind(contact.changeContactRequests, workOnContact.changeMany),
  bind(contact.answerContactRequest, workOnContact.answer, workOnContact.recallThread),
  bind(contact.noteContactRequest, workOnContact.note, workOnContact.recallThread),
)
