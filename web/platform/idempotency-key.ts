import { useRef } from 'react'

/**
 * The idempotency keys of one form: the same key for as long as the same is sent, so that pressing twice, or again after
 * a lost answer, has one effect; another key for anything else.
 */
export function useIdempotencyKey() {
  const last = useRef({ fingerprint: '', key: '' })
  return {
    keyOf: (body: object): string => {
      const fingerprint = JSON.stringify(body)
      if (last.current.fingerprint !== fingerprint) last.current = { fingerprint, key: crypto.randomUUID() }
      return last.current.key
    },
    /** The server has answered: sending the same once more is a new request. */
    forget: (): void => {
      last.current = { fingerprint: '', key: '' }
    },
  }
}
