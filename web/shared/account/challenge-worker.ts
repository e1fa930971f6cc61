import { solveProof, writeAnswer } from '#domain/auth/proof-of-work'
import type { ChallengeMessage, ChallengeTask } from './solve-challenge.ts'

const say = (message: ChallengeMessage) => self.postMessage(message)

/** Solves a challenge off the page's thread, which stays usable meanwhile. */
async function solve({ challenge, bits, iterations }: ChallengeTask): Promise<void> {
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(challenge), 'PBKDF2', false, ['deriveBits'])
  const derive = async (salt: string) => {
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', iterations, salt: text.encode(salt) }
    return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256))
  }
  const numbers = await solveProof(derive, bits, (found) => say({ found }))
  say({ answer: writeAnswer(challenge, numbers) })
}

self.addEventListener('message', ({ data }: MessageEvent<ChallengeTask>) => {
  // A rejection is no `error` of a worker: the page would wait for ever.
  solve(data).catch((error: unknown) => say({ failed: String(error) }))
})
