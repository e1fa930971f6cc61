import * as contract from '#contract/auth'
import { bind, routes } from '../http/bind.ts'
import * as google from './google.ts'
import { login } from './login.ts'
import { endSessions, refresh } from './refresh.ts'

export const authRoutes = routes(
  bind(contract.logIn, login),
  bind(contract.logInWithGoogle, google.logIn),
  bind(contract.startGoogle, google.start),
  bind(contract.refreshToken, refresh),
  bind(contract.signOutEverywhere, endSessions),
)
