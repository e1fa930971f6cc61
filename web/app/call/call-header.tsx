import { clsx } from 'clsx'
import { Signal, SignalHigh, SignalLow, SignalMedium } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import type { CallView } from './call-view.ts'
import type { Quality } from './quality.ts'
import { sessionTime } from './session-clock.ts'
import { useClockText } from './use-clock-text.ts'

/** The other member, the connection's quality, and the time left. */
export function CallHeader({ view: { session, name, quality } }: { view: CallView }) {
  const t = useMessages(words)
  return (
    <header className="flex items-center gap-3 px-4 py-2.5 max-sm:absolute max-sm:inset-x-0 max-sm:top-0 max-sm:z-10 max-sm:bg-linear-to-b max-sm:from-black/75 max-sm:to-transparent max-sm:pb-6 short:py-1.5">
      <Avatar id={session.other.id} name={name} src={session.other.image} size="sm" eager />
      <h1
        aria-label={t(`with.${session.kind}`, { name })}
        className="line-clamp-2 min-w-0 grow text-base leading-tight sm:text-lg"
      >
        <PersonName>{name}</PersonName>
      </h1>
      <QualityMark quality={quality} />
      <TimeLeft view={{ session }} />
    </header>
  )
}

const MARKS = { unknown: Signal, good: SignalHigh, fair: SignalMedium, poor: SignalLow }

function QualityMark({ quality }: { quality: Quality }) {
  const t = useMessages(words)
  const Glyph = MARKS[quality]
  const text = `${t('quality.label')}: ${t(`quality.${quality}`)}`
  return (
    <span role="img" aria-label={text} title={text} className="shrink-0">
      <Glyph
        aria-hidden
        className={clsx('size-6', quality === 'unknown' && 'opacity-60', quality === 'poor' && 'text-accent')}
      />
    </span>
  )
}

/** Not a live region, which would be read out every second. `Announcer` announces when the end is near. */
function TimeLeft({ view: { session } }: { view: Pick<CallView, 'session'> }) {
  const t = useMessages(words)
  const clockText = useClockText()
  const time = sessionTime(session, useNow(1000))
  const isLate = time.type === 'past' || (time.type === 'running' && time.isLastMinute)
  const text =
    time.type === 'before'
      ? t('clock.toStart', { time: clockText(time.seconds) })
      : time.type === 'running'
        ? t('clock.left', { time: clockText(time.left) })
        : t('clock.over', { time: clockText(time.seconds) })
  return (
    <p
      translate="no"
      role="timer"
      aria-live="off"
      className={clsx(
        'figures flex shrink-0 items-center gap-2 rounded-full px-3 py-1 font-bold text-sm',
        isLate ? 'bg-accent text-on-accent' : 'bg-on-deep/15',
      )}
    >
      {isLate && (
        <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-[#b9342b] motion-reduce:animate-none" />
      )}
      {text}
    </p>
  )
}
