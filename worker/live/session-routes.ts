import * as contract from '#contract/sessions'
import { bind, routes } from '../http/bind.ts'
import { onLiveKit } from './media-reports.ts'
import { members } from './session-members.ts'
import { token } from './session-token.ts'

export const sessionRoutes = routes(bind(contract.sessionToken, token), bind(contract.getSession, members))

/** Mounted before authentication: the media server's own token stands where a person's would. */
export const mediaReportRoutes = routes(bind(contract.notifyLiveKit, onLiveKit))
