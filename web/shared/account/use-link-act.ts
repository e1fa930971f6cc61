import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf, errorText } from '../../platform/error-text.ts'

/** `unknown`: the link is not ours, or counts no more. */
export type LinkState = 'ask' | 'done' | 'unknown'

/**
 * The one tap of a link in a message, without signing in. The token is in the fragment, which no server sees, and opening the page
 * changes nothing. `problem`: why it could not be done.
 */
export function useLinkAct(act: (token: string) => Promise<unknown>) {
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => act(token) })
  const isUnknown = token === '' || codeOf(error) === 'invalid-verification-code'
  const state: LinkState = isSuccess ? 'done' : isUnknown ? 'unknown' : 'ask'
  return { state, isPending, problem: error ? errorText(error) : undefined, run: () => mutate() }
}
