import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { logInWithGoogle } from '#contract/auth'
import type { SecondFactorDetails } from '#contract/second-factor'
import type { User } from '#contract/users'
import { fromIso, type Instant, minutes } from '#domain/cairo'
import { Role } from '#domain/roles'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { redirectSearch } from '../../platform/redirect.ts'
import { useFinishSignIn, useRedirectSearch } from './finish-sign-in.ts'
import { consumeGoogleResponse, redirectToGoogle } from './google-redirect.ts'
import type { GoogleRole } from './google-response.ts'

/** An account younger than this was created by this sign-in (docs/rules/screens.md 3.2). */
const NEW_FOR_MS = minutes(5)
const isNew = ({ createdAt }: User, at: Instant) => at - fromIso(createdAt) < NEW_FOR_MS

/** The redirect loads the page anew: the response is read with this module, and used once. */
let pendingResponse = consumeGoogleResponse()

/** The token of somebody without an account here: with a role it creates one, without another redirect. */
let unknownToken: string | null = null

const ROLES = { student: Role.Student, tutor: Role.Tutor } as const
type GoogleSignIn = { token: string; role: GoogleRole | null; redirect: string | null }

/** Signs in with a token; somebody without an account goes on to the registration. */
function useGoogleSignIn() {
  const finishSignIn = useFinishSignIn()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ token, role }: GoogleSignIn) =>
      request(logInWithGoogle, { body: { token, type: 'id-token', ...(role ? { role: ROLES[role] } : {}) } }),
    onSuccess: async (entered, { redirect }) => {
      unknownToken = null
      await finishSignIn(entered, { isNew: isNew(entered.user, now()), redirect })
    },
    onError: async (error, { token, role, redirect }) => {
      unknownToken = null
      if (!(error instanceof ApiError) || error.code !== 'user-not-found' || role) return
      unknownToken = token
      const params = { role: 'student' }
      await navigate({ to: '/register/$role', params, search: redirectSearch(redirect ?? undefined), replace: true })
    },
  })
}

/** What the server asks of staff who have a second factor (docs/rules/staff.md 4.3); null for any other error. */
const secondFactorIn = (error: Error | null): SecondFactorDetails | null =>
  error instanceof ApiError && error.code === 'second-factor-required' ? (error.details as SecondFactorDetails) : null

const isUnknown = (error: Error | null) => error instanceof ApiError && error.code === 'user-not-found'

/** For the login screen: starts the redirect, and signs in with what comes back. */
export function useGoogleLogin() {
  const { redirect = null } = useRedirectSearch()
  const signIn = useGoogleSignIn()
  const [returned] = useState(pendingResponse)
  const finish = useEffectEvent(() => {
    if (pendingResponse === null) return
    pendingResponse = null
    if (returned?.outcome === 'token') signIn.mutate(returned)
  })
  useEffect(() => finish(), [])
  return {
    isEntering: signIn.isPending || signIn.isSuccess || isUnknown(signIn.error),
    isMismatch: returned?.outcome === 'mismatch',
    error: signIn.error,
    secondFactor: secondFactorIn(signIn.error),
    /** Where the tab was going when it left for Google; the address has forgotten it. */
    redirect: (returned?.outcome === 'token' ? returned.redirect : null) ?? redirect,
    /** Back to the form. */
    reset: signIn.reset,
    leave: () => redirectToGoogle(null, redirect),
  }
}

/** For the registration: reuses the token of somebody who has just come back from Google. */
export function useGoogleRegistration(role: GoogleRole) {
  const { redirect = null } = useRedirectSearch()
  const signIn = useGoogleSignIn()
  const [token] = useState(unknownToken)
  const press = () =>
    token && !signIn.isError ? signIn.mutate({ token, role, redirect }) : redirectToGoogle(role, redirect)
  return { isEntering: signIn.isPending || signIn.isSuccess, hasToken: token !== null, error: signIn.error, press }
}
