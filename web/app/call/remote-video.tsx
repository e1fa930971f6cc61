import { clsx } from 'clsx'
import { Expand, MicOff, MonitorUp, Shrink } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { CallView } from './call-view.ts'
import { NameStrip } from './name-strip.tsx'
import type { UsePictureFit } from './picture-fit.ts'
import { TrackVideo } from './track-video.tsx'
import { useLevel } from './use-level.ts'
import { keyOf } from './use-shortcuts.ts'

const SPEAKING_LEVEL = 0.15

/** The other member: their shared screen, else their camera, else their portrait and what is to be waited for. */
export function RemoteVideo({ view, picture }: { view: CallView; picture: UsePictureFit }) {
  const t = useMessages(words)
  const { other, tracks, name, transport } = view
  const isAudioOnly = view.dataSaver === 'audio' || view.isAudioFallback
  const isSpeaking = useLevel(other?.mic ? tracks.mic : null) >= SPEAKING_LEVEL
  const screen = other?.screen ? tracks.screen : null
  // The connection keeps its track for the camera, on which nothing arrives then.
  const camera = other?.camera && !isAudioOnly ? tracks.camera : null
  const shown = transport === 'connected' || transport === 'interrupted' ? (screen ?? camera) : null
  return (
    <section aria-label={name} className="absolute inset-0 sm:p-2 sm:pt-0">
      <div
        className={clsx(
          'relative size-full overflow-hidden bg-black/30 sm:rounded-sheet ring-inset transition-shadow',
          isSpeaking && 'shadow-[0_0_0_3px_var(--color-accent)]',
        )}
      >
        {shown ? (
          <TrackVideo
            key={shown.id}
            track={shown}
            label={t(screen ? 'stage.screenOf' : 'stage.videoOf', { name })}
            fills={picture.fit === 'cover' && !screen}
            onSize={picture.onSize}
            className={transport === 'interrupted' ? 'opacity-50' : ''}
          />
        ) : (
          <VideoPlaceholder view={view} isAudioOnly={isAudioOnly} />
        )}
        {shown && !screen && <FitButton picture={picture} />}
        {screen && camera && (
          <div className="absolute inset-s-3 bottom-40 aspect-video w-32 overflow-hidden rounded-card shadow-raised sm:bottom-14 sm:w-44">
            <TrackVideo track={camera} label={t('stage.videoOf', { name })} fills />
          </div>
        )}
        {other && (
          <NameStrip name={name} className="max-sm:bottom-28">
            {!other.mic && <MicOff aria-label={t('stage.micOff', { name })} role="img" className="size-4" />}
            {other.screen && <MonitorUp aria-hidden className="size-4" />}
          </NameStrip>
        )}
      </div>
    </section>
  )
}

/** The picture itself is pressed; the mark in its corner shows that it can be. */
function FitButton({ picture: { fit, toggle } }: { picture: UsePictureFit }) {
  const t = useMessages(words)
  const covers = fit === 'cover'
  const Glyph = covers ? Shrink : Expand
  const label = t(covers ? 'stage.showWhole' : 'stage.showCovering')
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keyOf('fit')}
      title={`${label} (${keyOf('fit')})`}
      onClick={toggle}
      className="group absolute inset-0 -outline-offset-4"
    >
      <span className="absolute inset-e-2 top-2 grid size-11 place-items-center rounded-full bg-black/40 text-white group-hover:bg-black/60 max-sm:top-16">
        <Glyph aria-hidden className="size-5" />
      </span>
    </button>
  )
}

function VideoPlaceholder({ view, isAudioOnly }: { view: CallView; isAudioOnly: boolean }) {
  const { other, transport, session, name, dataSaver } = view
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
        <p className="font-bold text-lg">
          {isInside
            ? isAudioOnly && other.camera
              ? t('stage.audioOnly')
              : t('stage.cameraOff', { name })
            : t('stage.waiting', { name })}
        </p>
      )}
      {!isInside && <p className="max-w-sm text-on-deep-muted">{t('stage.waitingText')}</p>}
      {isInside && dataSaver === 'audio' && other.camera && (
        <p className="max-w-sm text-on-deep-muted">{t('dataSaver.audioOnly', { name })}</p>
      )}
    </div>
  )
}
