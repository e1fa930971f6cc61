import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChallengeDetails } from '#contract/auth'
import { challenge } from '#messages/challenge'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { AuthProblem } from './auth-problem.tsx'
import { ChallengeImpossible, ChallengeStopped, solveChallenge } from './solve-challenge.ts'

type ChallengeStepProps = {
  details: ChallengeDetails
  onSolved: (answer: string) => void
  onFailed: () => void
  onCancel: () => void
}

/** Solves the challenge of a sign-in automatically, shows the progress, and can be cancelled. */
export function ChallengeStep({ details, onSolved, onFailed, onCancel }: ChallengeStepProps) {
  const t = useMessages(challenge)
  const [done, setDone] = useState(0)
  const [isImpossible, setImpossible] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    // The button that was pressed is gone.
    moveFocus(box.current?.querySelector('button'))
    try {
      onSolved(await solveChallenge(details, signal, setDone))
    } catch (error) {
      if (error instanceof ChallengeImpossible) return setImpossible(true)
      if (!(error instanceof ChallengeStopped)) onFailed()
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    void begin(stop.signal)
    return () => stop.abort()
  }, [])
  return (
    <div ref={box} className="flex flex-col gap-4 rounded-control border border-strong p-4">
      {isImpossible ? (
        <AuthProblem title={t('impossible')} text={t('impossibleText')} />
      ) : (
        <>
          <div role="status">
            <p className="font-semibold">{t('title')}</p>
            <p className="text-muted text-sm">{t('text')}</p>
          </div>
          <ProgressBar label={t('progress')} value={Math.round(done * 100)} hideLabel />
        </>
      )}
      <Button variant="secondary" wide onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
