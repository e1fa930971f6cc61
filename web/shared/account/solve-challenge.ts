import type { ChallengeDetails } from '#contract/auth'

export type ChallengeTask = Pick<ChallengeDetails, 'challenge' | 'bits' | 'iterations'>

/** A message of the solver: the number of rounds solved so far, or the whole answer. */
export type ChallengeMessage = { found: number } | { answer: string } | { failed: string }

/** The user has cancelled solving. */
export class ChallengeStopped extends Error {}

/** The browser has no cryptography, as on a page without TLS. */
export class ChallengeImpossible extends Error {}

/**
 * Solves the challenge of a sign-in in a web worker, which is terminated afterwards. `onProgress` receives the completed
 * share, from 0 to 1.
 * @throws ChallengeStopped when `signal` is aborted; ChallengeImpossible when the browser can compute nothing; Error when it cannot
 * run the solver.
 */
export function solveChallenge(
  { challenge, bits, iterations, rounds }: ChallengeDetails,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    if (!crypto.subtle) return reject(new ChallengeImpossible())
    const solver = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
    const end = () => solver.terminate()
    signal.addEventListener(
      'abort',
      () => {
        end()
        reject(new ChallengeStopped())
      },
      { once: true },
    )
    solver.addEventListener('message', ({ data }: MessageEvent<ChallengeMessage>) => {
      if ('found' in data) return onProgress(data.found / rounds)
      end()
      if ('answer' in data) resolve(data.answer)
      else reject(new ChallengeImpossible(data.failed))
    })
    solver.addEventListener('error', (event) => {
      end()
      reject(new Error(event.message))
    })
    const task: ChallengeTask = { challenge, bits, iterations }
    solver.postMessage(task)
  })
}
