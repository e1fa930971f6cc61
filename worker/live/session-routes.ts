import * as contract from '#contract/sessions'
import { bind, routes } from '../http/bind.ts'
import { members } from './session-members.ts'
import { token } from './session-token.ts'

export const sessionRoutes = routes(bind(contract.sessionToken, token), bind(contract.getSession, members))
