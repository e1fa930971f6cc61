import { Suspense, useState } from 'react'
import type { Subscription } from '#contract/subscriptions'
import { fromIso, type Instant } from '#domain/cairo'
import { pause as words } from '#messages/pause'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const EndPauseDialog = lazyPart(async () => (await import('../pause-dialogs.tsx')).EndPauseDialog)

type PauseNoteProps = { subscription: Subscription; waiting: Subscription | null; now: Instant }

/** That the plan is paused, or will be, until when, and the way back (docs/rules/minutes.md 10.3, 10.8). */
export function PauseNote({ subscription, waiting, now }: PauseNoteProps) {
  const t = useMessages(words)
  const format = useFormat()
  const [isEnding, setEnding] = useState(false)
  const { pausedFrom, pausedUntil, end } = subscription
  if (pausedFrom === null || pausedUntil === null || fromIso(pausedUntil) <= now) return null
  const from = fromIso(pausedFrom)
  const isComing = from > now
  const action = (
    <Button variant="secondary" size="sm" onClick={() => setEnding(true)}>
      {t(isComing ? 'undo' : 'resume')}
    </Button>
  )
  return (
    <>
      <Banner tone="info" title={isComing ? t('coming', { from: format.moment(from) }) : t('lasting')} action={action}>
        {t('noteText', { until: format.moment(fromIso(pausedUntil)), end: format.fullDay(fromIso(end)) })}
      </Banner>
      <Suspense>
        {isEnding && <EndPauseDialog subscription={subscription} waiting={waiting} onClose={() => setEnding(false)} />}
      </Suspense>
    </>
  )
}
