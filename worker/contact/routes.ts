import * as contract from '#contract/contact'
import { bind, routes } from '../http/bind.ts'
import { send } from './send.ts'

export const contactRoutes = routes(bind(contract.sendContactRequest, send))
