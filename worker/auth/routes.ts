import * as contract from '#contract/auth'
import { bind, routes } from '../http/bind.ts'
import * as google from './google.ts'
import { login } from './login.ts'
import { endSessions, refresh } from './refresh.ts'
import { signOut } from './sign-out.ts'

export const authRoutes = routes(
  bind(contract.logIn, login),
  bind(contract.logInWithGoogle, google.logIn),
  bind(contract.startGoogle, google.start),
  bind(contract.refreshToken, refresh),
  bind(contract.signOutEverywhere, endSessions),
)

/** Served before the token of a request is checked: an ended one is no reason to refuse these. */
export const signOutRoutes = routes(bind(contract.signOut, signOut))
