import * as contract from '#contract/auth'
import { bind, routes } from '../http/bind.ts'
import { login } from './login.ts'
import { endSessions, refresh } from './refresh.ts'

export const authRoutes = routes(
  bind(contract.logIn, login),
  bind(contract.refreshToken, refresh),
  bind(contract.signOutEverywhere, endSessions),
)
