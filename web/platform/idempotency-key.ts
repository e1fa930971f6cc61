import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * The idempotency keys of a form: the same key as long as the content is the same, so that submitting twice, or again after
 * a lost answer, has one effect; another key for other content.
 */
export function useIdempotencyKey() {
  const last = useRef({ fingerprint: '', key: '' })
  return {
    keyOf: (body: object): string => {
      const fingerprint = JSON.stringify(body)
      if (last.current.fingerprint !== fingerprint) last.current = { fingerprint, key: randomId() }
      return last.current.key
    },
    /** The server has answered: submitting the same content again is a new request. */
    forget: (): void => {
      last.current = { fingerprint: '', key: '' }
    },
  }
}
