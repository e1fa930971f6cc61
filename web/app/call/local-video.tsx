import { MicOff, VideoOff } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import type { CallView } from './call-view.ts'
import { NameStrip } from './name-strip.tsx'
import { TrackVideo } from './track-video.tsx'

/** One's own camera, small, in the corner where it rarely covers the other member's face. */
export function LocalVideo({ view: { own, isAudioFallback } }: { view: CallView }) {
  const t = useMessages(words)
  const isMicOn = own.tracks.mic !== null && !own.isMuted
  return (
    <section
      aria-label={t('you')}
      className="absolute inset-e-4 bottom-4 aspect-3/4 max-sm:bottom-28 w-24 overflow-hidden rounded-card bg-brand-deep shadow-raised ring-2 ring-on-deep/25 sm:aspect-video sm:w-52 short:aspect-video short:w-36"
    >
      {own.tracks.camera && !isAudioFallback ? (
        <TrackVideo track={own.tracks.camera} label={t('stage.ownVideo')} mirrored fills />
      ) : (
        <span className="grid size-full place-items-center">
          <VideoOff aria-hidden className="size-7 text-on-deep-muted" />
        </span>
      )}
      <NameStrip name={t('you')}>
        {!isMicOn && <MicOff aria-label={t('stage.ownMicOff')} role="img" className="size-4" />}
      </NameStrip>
    </section>
  )
}
