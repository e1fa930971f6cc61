import * as auth from '#contract/auth'
import * as authSessions from '#contract/auth-sessions'
import { linkIdentity, listIdentities, unlinkIdentity } from '#contract/identities'
import * as secondFactor from '#contract/second-factor'
import * as verification from '#contract/verification'
import * as viewAs from '#contract/view-as'
import { bind, routes } from '../http/bind.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPassword } from './confirm-password.ts'
import { end } from './end-sessions.ts'
import { confirmApp, startPasskey, startTotp, storePasskey } from './factor-enrolment.ts'
import * as google from './google.ts'
import { prove } from './google-proof.ts'
import * as identities from './identities.ts'
import { list } from './list-sessions.ts'
import { login } from './login.ts'
import { read, removeApp, removePasskey, renamePasskey, renewCodes } from './manage-factors.ts'
import { endSessions, refresh } from './refresh.ts'
import { reset } from './reset-factors.ts'
import { confirmationOptions } from './second-factor-confirmation.ts'
import { finishSignIn, passkeyOptions } from './second-factor-sign-in.ts'
import { sendEmailCode } from './send-email-code.ts'
import { sendPasswordCode } from './send-password-code.ts'
import { sendPhoneCode } from './send-phone-code.ts'
import { signOut } from './sign-out.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { verifyPhone } from './verify-phone.ts'
import * as viewAsActs from './view-as.ts'

export const authRoutes = routes(
  bind(auth.logIn, login),
  bind(auth.logInWithGoogle, google.logIn),
  bind(auth.startGoogle, google.start),
  bind(auth.proveByGoogle, prove),
  bind(listIdentities, identities.list),
  bind(linkIdentity, identities.link),
  bind(unlinkIdentity, identities.unlink),
  bind(auth.refreshToken, refresh),
  bind(auth.signOutEverywhere, endSessions),
  bind(authSessions.listOwnSessions, list),
  bind(authSessions.endOwnSession, end),
  bind(secondFactor.signInBySecondFactor, finishSignIn),
  bind(secondFactor.secondFactorOptions, passkeyOptions),
  bind(secondFactor.readSecondFactor, read),
  bind(secondFactor.beginTotp, startTotp),
  bind(secondFactor.confirmTotp, confirmApp),
  bind(secondFactor.removeTotp, removeApp),
  bind(secondFactor.beginPasskey, startPasskey),
  bind(secondFactor.addPasskey, storePasskey),
  bind(secondFactor.renamePasskey, renamePasskey),
  bind(secondFactor.removePasskey, removePasskey),
  bind(secondFactor.beginConfirmation, confirmationOptions),
  bind(secondFactor.renewRecoveryCodes, renewCodes),
  bind(secondFactor.resetSecondFactor, reset),
  bind(viewAs.endViewAs, viewAsActs.end),
  bind(viewAs.viewAs, viewAsActs.begin),
  bind(verification.sendEmailCode, sendEmailCode),
  bind(verification.confirmEmail, confirmEmail),
  bind(verification.undoEmailChange, undoEmailChange),
  bind(verification.sendPhoneCode, sendPhoneCode),
  bind(verification.verifyPhone, verifyPhone),
  bind(verification.sendPasswordCode, sendPasswordCode),
  bind(verification.confirmPassword, confirmPassword),
)

/** Mounted before authentication, so that an expired token can still be signed out. */
export const signOutRoutes = routes(bind(auth.signOut, signOut))
