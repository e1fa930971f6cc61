import { clsx } from 'clsx'
import { Expand, MicOff, MonitorUp, Shrink } from 'lucide-react'
import { useState } from 'react'
import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { CallView } from './call-view.ts'
import { NameStrip } from './name-strip.tsx'
import { TrackVideo } from './track-video.tsx'
import { useLevel } from './use-level.ts'

const SPEAKING_LEVEL = 0.15

/** The other member: their shared screen, else their camera, else their portrait and what is to be waited for. */
export function RemoteVideo({ view }: { view: CallView }) {
  const t = useMessages(words)
  const [fills, setFills] = useState(false)
  const { other, tracks, name, transport } = view
  const isSpeaking = useLevel(other?.mic ? tracks.mic : null) >= SPEAKING_LEVEL
  const screen = other?.screen ? tracks.screen : null
  const camera = other?.camera ? tracks.camera : null
  const shown = transport === 'connected' || transport === 'interrupted' ? (screen ?? camera) : null
  return (
    <section aria-label={name} className="absolute inset-0 p-2 pt-0">
      <div
        className={clsx(
          'relative size-full overflow-hidden rounded-sheet bg-black/30 ring-inset transition-shadow',
          isSpeaking && 'shadow-[0_0_0_3px_var(--color-accent)]',
        )}
      >
        {shown ? (
          <TrackVideo
            key={shown.id}
            track={shown}
            label={t(screen ? 'stage.screenOf' : 'stage.videoOf', { name })}
            fills={fills && !screen}
            className={transport === 'interrupted' ? 'opacity-50' : ''}
          />
        ) : (
          <VideoPlaceholder view={view} />
        )}
        {screen && camera && (
          <div className="absolute inset-s-3 bottom-14 aspect-video w-32 overflow-hidden rounded-card shadow-raised sm:w-44">
            <TrackVideo track={camera} label={t('stage.videoOf', { name })} fills />
          </div>
        )}
        {other && (
          <NameStrip name={name}>
            {!other.mic && <MicOff aria-label={t('stage.micOff', { name })} role="img" className="size-4" />}
            {other.screen && <MonitorUp aria-hidden className="size-4" />}
          </NameStrip>
        )}
        {shown && !screen && (
          <button
            type="button"
            aria-label={t('stage.fit')}
            title={t('stage.fit')}
            onClick={() => setFills(!fills)}
            className="touch absolute inset-e-2 top-2 grid place-items-center rounded-full bg-black/40 text-white hover:bg-black/60"
          >
            {fills ? <Shrink aria-hidden className="size-5" /> : <Expand aria-hidden className="size-5" />}
          </button>
        )}
      </div>
    </section>
  )
}

function VideoPlaceholder({ view: { other, transport, session, name, dataSaver } }: { view: CallView }) {
  const t = useMessages(words)
  const isInside = other !== null
  return (
    <div className="grid size-full place-content-center justify-items-center gap-3 p-6 text-center">
      <Avatar
        id={session.other.id}
        name={name}
        src={session.other.image}
        size="xl"
        eager
        className={isInside ? '' : 'opacity-60'}
      />
      {isInside && transport !== 'connected' ? (
        <Spinner text={t('stage.connecting', { name })} className="flex items-center gap-2" />
      ) : (
        <p className="font-bold text-lg">{isInside ? t('stage.cameraOff', { name }) : t('stage.waiting', { name })}</p>
      )}
      {!isInside && <p className="max-w-sm text-on-deep-muted">{t('stage.waitingText')}</p>}
      {isInside && dataSaver === 'audio' && other.camera && (
        <p className="max-w-sm text-on-deep-muted">{t('dataSaver.audioOnly', { name })}</p>
      )}
    </div>
  )
}
