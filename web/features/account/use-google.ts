import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { logInWithGoogle } from '#contract/auth'
import type { User } from '#contract/users'
import { fromIso, type Instant, minutes } from '#domain/cairo'
import { Role } from '#domain/roles'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { redirectSearch } from '../../platform/redirect.ts'
import { useEnter, useRedirectSearch } from './enter.ts'
import { leaveForGoogle, takeReturn } from './google-journey.ts'
import type { GoogleRole } from './google-return.ts'

/** An account this young was opened by this very sign-in (docs/rules/screens.md 3.2). */
const NEW_FOR_MS = minutes(5)
const isNew = ({ createdAt }: User, at: Instant) => at - fromIso(createdAt) < NEW_FOR_MS

/** Coming back loads the page anew: the answer is read with this module, and used once. */
let answer = takeReturn()

/** Google knows them, we do not yet: with a role the same token opens an account, without going there again. */
let unknownToken: string | null = null

const ROLES = { student: Role.Student, tutor: Role.Tutor } as const
type Entry = { token: string; role: GoogleRole | null; redirect: string | null }

/** The call, and where it leads. */
function useEntry() {
  const enter = useEnter()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ token, role }: Entry) =>
      request(logInWithGoogle, { body: { token, type: 'id-token', ...(role ? { role: ROLES[role] } : {}) } }),
    onSuccess: async (entered, { redirect }) => {
      unknownToken = null
      await enter(entered, { isNew: isNew(entered.user, now()), redirect })
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

const isUnknown = (error: Error | null) => error instanceof ApiError && error.code === 'user-not-found'

/** The login screen's side: leaving for Google, and what comes back from there. */
export function useGoogleLogin() {
  const { redirect = null } = useRedirectSearch()
  const entry = useEntry()
  const [returned] = useState(answer)
  const finish = useEffectEvent(() => {
    if (answer === null) return
    answer = null
    if (returned?.outcome === 'token') entry.mutate(returned)
  })
  useEffect(() => finish(), [])
  return {
    isEntering: entry.isPending || entry.isSuccess || isUnknown(entry.error),
    isMismatch: returned?.outcome === 'mismatch',
    error: entry.error,
    leave: () => leaveForGoogle(null, redirect),
  }
}

/** The registration's side: whoever was just at Google is not sent there again. */
export function useGoogleRegistration(role: GoogleRole) {
  const { redirect = null } = useRedirectSearch()
  const entry = useEntry()
  const [token] = useState(unknownToken)
  const press = () =>
    token && !entry.isError ? entry.mutate({ token, role, redirect }) : leaveForGoogle(role, redirect)
  return { isEntering: entry.isPending || entry.isSuccess, isKnownThere: token !== null, error: entry.error, press }
}
