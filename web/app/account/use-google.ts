import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { GoogleRefusal } from '#contract/auth'
import { logInWithGoogle } from '#contract/calls/auth'
import type { Input } from '#contract/client'
import type { SecondFactorDetails } from '#contract/second-factor'
import type { User } from '#contract/users'
import { fromIso, type Instant, minutes } from '#domain/cairo'
import { isStudent, Role } from '#domain/roles'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { redirectSearch } from '../../platform/redirect.ts'
import { useFinishSignIn, useRedirectSearch } from '../../shared/account/finish-sign-in.ts'
import type { BroughtCode, GoogleRole } from '../../shared/account/google-response.ts'
import { arrivedFromGoogle, startGoogleSignIn, takeGoogleResponse } from '../../shared/account/google-sign-in.ts'
import { enterStoredCode } from '../referrals/shared/stored-code.ts'

/** An account younger than this was created by this sign-in (docs/rules/screens.md 3.2). */
const NEW_FOR_MS = minutes(5)
const isNew = ({ createdAt }: User, at: Instant) => at - fromIso(createdAt) < NEW_FOR_MS

/**
 * The token with which a user without an account continues the sign-in: with a role it registers, without another redirect.
 */
let unknownPerson: string | null = null

const ROLES = { student: Role.Student, tutor: Role.Tutor } as const

type Shown = BroughtCode | { continuation: string }
type GoogleSignIn = {
  shown: Shown
  role: GoogleRole | null
  password?: string
  challengeAnswer?: string | undefined
  redirect: string | null
}

const bodyOf = ({ shown, role, password, challengeAnswer }: GoogleSignIn): Input<typeof logInWithGoogle>['body'] => {
  const more = { role: role ? ROLES[role] : undefined, password, challengeAnswer }
  return 'continuation' in shown
    ? { type: 'continued', token: shown.continuation, ...more }
    : { type: 'code', ...shown, ...more }
}

const refusalIn = (error: Error | null, code: 'user-not-found' | 'link-required'): GoogleRefusal | null =>
  error instanceof ApiError && error.code === code ? (error.details as GoogleRefusal) : null

/** Signs in with Google's answer; a user without an account continues with the registration. */
function useGoogleSignIn() {
  const finishSignIn = useFinishSignIn()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (signIn: GoogleSignIn) => request(logInWithGoogle, { body: bodyOf(signIn) }, { asGuest: true }),
    onSuccess: async (entered, { redirect }) => {
      unknownPerson = null
      const isNewAccount = isNew(entered.user, now())
      await finishSignIn(entered, { isNew: isNewAccount, redirect })
      if (isNewAccount && isStudent(entered.user.role)) void enterStoredCode()
    },
    onError: async (error, { role, redirect }) => {
      unknownPerson = null
      const unknown = refusalIn(error, 'user-not-found')
      if (!unknown || role) return
      unknownPerson = unknown.continuation
      const params = { role: 'student' }
      await navigate({ to: '/register/$role', params, search: redirectSearch(redirect ?? undefined), replace: true })
    },
  })
}

/** What the server requires of staff with a second factor (docs/rules/staff.md 4.3); null for any other error. */
const secondFactorIn = (error: Error | null): SecondFactorDetails | null =>
  error instanceof ApiError && error.code === 'second-factor-required' ? (error.details as SecondFactorDetails) : null

/** For the login screen: starts the redirect, and signs in with the result. */
export function useGoogleLogin() {
  const { redirect: asked = null } = useRedirectSearch()
  const signIn = useGoogleSignIn()
  const [returned] = useState(arrivedFromGoogle)
  // Kept while the password is typed, however often a wrong one is.
  const [link, setLink] = useState<GoogleRefusal | null>(null)
  /** Where the tab was going when it left for Google; the address has forgotten it. */
  const redirect = returned?.redirect ?? asked
  const enter = (shown: Shown, role: GoogleRole | null) =>
    signIn.mutate({ shown, role, redirect }, { onError: (error) => setLink(refusalIn(error, 'link-required')) })
  const finish = useEffectEvent(() => {
    const response = takeGoogleResponse()
    if (response?.outcome === 'code') enter(response.brought, response.role)
  })
  useEffect(() => finish(), [])
  return {
    isEntering: !link && (signIn.isPending || signIn.isSuccess || refusalIn(signIn.error, 'user-not-found') !== null),
    isMismatch: returned?.outcome === 'mismatch',
    error: link ? null : signIn.error,
    secondFactor: secondFactorIn(signIn.error),
    /** The account that the password links; null where none is asked for. */
    link,
    linkError: refusalIn(signIn.error, 'link-required') ? null : signIn.error,
    isLinking: link !== null && (signIn.isPending || signIn.isSuccess),
    linkBy: (password: string, challengeAnswer?: string) =>
      link &&
      signIn.mutate({ shown: { continuation: link.continuation }, role: null, password, challengeAnswer, redirect }),
    redirect,
    /** Back to the form. */
    reset: () => {
      setLink(null)
      signIn.reset()
    },
    leave: () => void startGoogleSignIn({ purpose: 'enter', redirect }),
  }
}

/** For the registration: continues the sign-in of a user who has just returned from Google. */
export function useGoogleRegistration(role: GoogleRole) {
  const { redirect = null } = useRedirectSearch()
  const signIn = useGoogleSignIn()
  const [continuation] = useState(unknownPerson)
  const press = () =>
    continuation && !signIn.isError
      ? signIn.mutate({ shown: { continuation }, role, redirect })
      : void startGoogleSignIn({ purpose: 'enter', role, redirect })
  return {
    isEntering: signIn.isPending || signIn.isSuccess,
    hasReturned: continuation !== null,
    error: signIn.error,
    press,
  }
}
