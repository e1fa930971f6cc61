import { Expand, MicOff, MonitorUp, Shrink } from 'lucide-react'
import { useState } from 'react'
import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { NameStrip } from './name-strip.tsx'
import { Picture } from './picture.tsx'
import type { Room } from './room.ts'
import { useLevel } from './use-level.ts'

const SPEAKS_FROM = 0.15

/** The large picture: the other one's screen if it is shared, else their camera, else who they are and what they do. */
export function OtherPicture({ room }: { room: Room }) {
  const t = useMessages(words)
  const [fills, setFills] = useState(false)
  const { other, tracks, name, line } = room
  const isSpeaking = useLevel(other?.mic ? tracks.mic : null) >= SPEAKS_FROM
  const screen = other?.screen ? tracks.screen : null
  const camera = other?.camera ? tracks.camera : null
  const shown = line === 'up' || line === 'interrupted' ? (screen ?? camera) : null
  return (
    <section aria-label={name} className="absolute inset-0 p-2 pt-0">
      <div
        className={classes(
          'relative size-full overflow-hidden rounded-sheet bg-black/30 ring-inset transition-shadow',
          isSpeaking && 'shadow-[0_0_0_3px_var(--color-accent)]',
        )}
      >
        {shown ? (
          <Picture
            key={shown.id}
            track={shown}
            label={t(screen ? 'stage.screenOf' : 'stage.videoOf', { name })}
            fills={fills && !screen}
            className={line === 'interrupted' ? 'opacity-50' : ''}
          />
        ) : (
          <Instead room={room} />
        )}
        {screen && camera && (
          <div className="absolute inset-s-3 bottom-14 aspect-video w-32 overflow-hidden rounded-card shadow-raised sm:w-44">
            <Picture track={camera} label={t('stage.videoOf', { name })} fills />
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

function Instead({ room: { other, line, meeting, name, saver } }: { room: Room }) {
  const t = useMessages(words)
  const isThere = other !== null
  return (
    <div className="grid size-full place-content-center justify-items-center gap-3 p-6 text-center">
      <Avatar
        id={meeting.other.id ?? meeting.id}
        name={name}
        src={meeting.other.image}
        size="xl"
        eager
        className={isThere ? '' : 'opacity-60'}
      />
      {isThere && line !== 'up' ? (
        <Spinner text={t('stage.connecting', { name })} className="flex items-center gap-2" />
      ) : (
        <p className="font-bold text-lg">{isThere ? t('stage.cameraOff', { name }) : t('stage.waiting', { name })}</p>
      )}
      {!isThere && <p className="max-w-sm text-on-deep-muted">{t('stage.waitingText')}</p>}
      {isThere && saver === 'audio' && other.camera && (
        <p className="max-w-sm text-on-deep-muted">{t('saver.audioOnly', { name })}</p>
      )}
    </div>
  )
}
