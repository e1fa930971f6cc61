import { type ReactNode, Suspense, useState } from 'react'
import type { ProofMethod } from '#contract/proof'
import { ApiError } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { hasGoogleProof, takeGoogleProof } from './google-proof.ts'
import type { Proof } from './proof-form.tsx'

const ProofDialog = lazyPart(async () => (await import('./proof-form.tsx')).ProofDialog)

/** Refusals of the proof itself, which the dialog shows; any other is the change's own. */
const OF_THE_PROOF = [
  ...['wrong-password', 'invalid-verification-code', 'invalid-passkey', 'google-sign-in-failed'],
  ...['too-many-requests', 'network'],
]

type Asking = {
  methods: readonly ProofMethod[]
  send: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

const isAsked = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'proof-required'

const methodsIn = ({ details }: ApiError): readonly ProofMethod[] =>
  (details as { methods?: readonly ProofMethod[] } | undefined)?.methods ?? []

/** Why a proof is asked for, and what the dialog's button does, where it is not a change of how the account is entered. */
type ProofWords = { text?: string; label?: string }

/**
 * A change for which the server may require a proof. `prove` sends it and, if the server answers `proof-required`, asks for
 * a proof in a dialog and sends it again; it settles with that result, or with the server's refusal if the dialog is
 * closed. `dialog` must be rendered.
 */
export function useProof(words: ProofWords = {}) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = <T,>(change: (proof: Proof) => Promise<T>, refusal: ApiError): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void) => {
        setAsking(null)
        finish()
      }
      const send = async (proof: Proof) => {
        try {
          const answer = await change(proof)
          settle(() => resolve(answer))
        } catch (error) {
          if (OF_THE_PROOF.includes(codeOf(error))) throw error
          settle(() => reject(error))
        }
      }
      setAsking({ methods: methodsIn(refusal), send, onClose: () => settle(() => reject(refusal)) })
    })
  const prove = async <T,>(change: (proof?: Proof) => Promise<T>): Promise<T> => {
    try {
      return await change()
    } catch (error) {
      if (!isAsked(error)) throw error
      // A user who has just returned from Google is not asked again.
      const held = methodsIn(error).includes('google') && hasGoogleProof() ? takeGoogleProof() : null
      return held ? change(held) : ask(change, error)
    }
  }
  const dialog: ReactNode = <Suspense>{asking && <ProofDialog {...words} {...asking} />}</Suspense>
  return { prove, dialog }
}
