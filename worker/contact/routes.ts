import * as contract from '#contract/contact'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { list } from './list.ts'
import { read } from './read.ts'
import { send } from './send.ts'
import { answer, change, note, recallThread } from './work.ts'

export const contactRoutes = routes(
  bind(contract.sendContactRequest, send, recallNothing),
  bind(contract.listContactRequests, list),
  bind(contract.getContactRequest, read),
  bind(contract.changeContactRequest, change),
  bind(contract.answerContactRequest, answer, recallThread),
  bind(contract.noteContactRequest, note, recallThread),
)
