import * as mailings from '#contract/mailings'
import { bind, routes } from '../http/bind.ts'
import { changeChoice, readChoice, stop } from './choice.ts'
import { list, read } from './read.ts'
import { preview, recallSent, send } from './send.ts'

export const mailingRoutes = routes(
  bind(mailings.previewMailing, preview),
  bind(mailings.sendMailing, send, recallSent),
  bind(mailings.listMailings, list),
  bind(mailings.stopMailings, stop),
  bind(mailings.getMailing, read),
  bind(mailings.readMailingChoice, readChoice),
  bind(mailings.changeMailingChoice, changeChoice),
)
