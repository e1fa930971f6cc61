import * as contract from '#contract/auth'
import { linkIdentity, listIdentities, unlinkIdentity } from '#contract/identities'
import { bind, routes } from '../http/bind.ts'
import * as google from './google.ts'
import { prove } from './google-proof.ts'
import * as identities from './identities.ts'
import { login } from './login.ts'
import { endSessions, refresh } from './refresh.ts'
import { signOut } from './sign-out.ts'

export const authRoutes = routes(
  bind(contract.logIn, login),
  bind(contract.logInWithGoogle, google.logIn),
  bind(contract.startGoogle, google.start),
  bind(contract.proveByGoogle, prove),
  bind(listIdentities, identities.list),
  bind(linkIdentity, identities.link),
  bind(unlinkIdentity, identities.unlink),
  bind(contract.refreshToken, refresh),
  bind(contract.signOutEverywhere, endSessions),
)

/** Mounted before authentication, so that an expired token can still be signed out. */
export const signOutRoutes = routes(bind(contract.signOut, signOut))
