import { useRef, useState } from 'react'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import { addMonths, fromIso } from '#domain/cairo'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { MONTHS_TO_RESUBMIT } from '#domain/onboarding/video-submitting'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { clockText } from './clip-clock.ts'

const A_MINUTE_MS = 60_000

/** When the tutor may send another after this one was rejected (docs/rules/onboarding.md 2.2). */
export const retryAtOf = ({ createdAt }: IntroVideoWithMembers) => addMonths(fromIso(createdAt), MONTHS_TO_RESUBMIT)

/** The submitted video, and its review state. */
export function SentVideo({ video }: { video: IntroVideoWithMembers }) {
  const t = useMessages(introVideo)
  const format = useFormat()
  const now = useNow(A_MINUTE_MS)
  const player = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  const retryAt = retryAtOf(video)
  const seek = (seconds: number) => {
    if (!player.current) return
    player.current.currentTime = seconds
    player.current.scrollIntoView({ block: 'nearest' })
    void player.current.play().catch(() => undefined)
  }
  return (
    <div className="flex flex-col gap-4">
      {video.state === IntroVideoState.Pending && (
        <Banner title={t('sent.pending')}>
          {t('sent.pendingText', { day: format.day(fromIso(video.createdAt)) })}
        </Banner>
      )}
      {video.state === IntroVideoState.Approved && (
        <Banner tone="success" title={t('sent.approved')}>
          {t('sent.approvedText')}
        </Banner>
      )}
      {video.state === IntroVideoState.Rejected && (
        <Banner tone="warning" title={t('sent.rejected')}>
          {video.reason && (
            <p dir="auto" lang={writtenIn(video.reason)} className="whitespace-pre-line">
              {video.reason}
            </p>
          )}
          <p className="mt-1">
            {now >= retryAt ? t('sent.retryNow') : t('sent.retry', { day: format.fullDay(retryAt) })}
          </p>
        </Banner>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: tutors send no captions */}
      <video
        ref={player}
        src={video.src}
        controls
        playsInline
        preload="metadata"
        aria-label={t('sent.player')}
        onError={() => setBroken(true)}
        className="aspect-video w-full max-w-2xl rounded-card bg-ink"
      />
      {isBroken && <Banner tone="warning">{t('sent.broken')}</Banner>}
      {video.notes.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-base">{t('sent.notes')}</h3>
          <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
            {video.notes.map((note) => (
              <li key={`${note.at}-${note.text}`} className="flex items-baseline gap-3 px-3 py-2">
                <button
                  type="button"
                  onClick={() => seek(note.at)}
                  aria-label={t('sent.noteAt', { time: clockText(format, note.at) })}
                  className="figures min-h-9 shrink-0 rounded-control px-2 font-semibold text-brand-ink hover:bg-brand-soft"
                >
                  {clockText(format, note.at)}
                </button>
                <p dir="auto" lang={writtenIn(note.text)} className="min-w-0">
                  {note.text}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
