import { type RefObject, useId, useRef, useState } from 'react'
import { photoSession } from '#messages/photo-session'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { log } from '../../platform/log.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { resultSize, THUMBNAIL } from '../files/crop-rule.ts'
import { drawn, fileOfCanvas } from '../files/cropped-image.ts'

type FrameDialogProps = { video: string; onTaken: (frame: File) => void; onClose: () => void }

/** Seconds that the arrow keys move the slider by. */
const STEP = 0.1

/** The middle of the picture in the form of a thumbnail. */
function middleOf({ videoWidth, videoHeight }: HTMLVideoElement) {
  const width = Math.min(videoWidth, videoHeight * THUMBNAIL.aspect)
  const height = width / THUMBNAIL.aspect
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height }
}

/** Chooses a moment of a video, whose picture becomes its thumbnail. */
export function FrameDialog({ video, onTaken, onClose }: FrameDialogProps) {
  const t = useMessages(photoSession)
  const player = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isReady, setReady] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const take = async () => {
    const playing = player.current
    if (!playing) return
    setTaking(true)
    playing.pause()
    try {
      const area = middleOf(playing)
      onTaken(await fileOfCanvas(drawn(playing, area, resultSize(area, THUMBNAIL)), 'thumbnail'))
    } catch (error) {
      log.error('frame', error)
      setFailed(true)
    } finally {
      setTaking(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('frame.title')}
      description={t('frame.text')}
      footer={
        <Button loading={isTaking} disabled={!isReady || hasFailed} onClick={() => void take()}>
          {t('frame.take')}
        </Button>
      }
    >
      {hasFailed ? (
        <Banner tone="danger" announce="alert">
          {t('frame.failed')}
        </Banner>
      ) : (
        <div className="flex flex-col gap-4">
          <video
            ref={player}
            src={video}
            // Without it the pixels of a video of another host could not be read.
            crossOrigin="anonymous"
            muted
            playsInline
            preload="auto"
            aria-label={t('frame.video')}
            onLoadedData={() => setReady(true)}
            onError={() => setFailed(true)}
            className="aspect-video w-full rounded-card bg-ink object-cover"
          />
          {isReady && <Moment player={player} />}
        </div>
      )}
    </Dialog>
  )
}

function Moment({ player }: { player: RefObject<HTMLVideoElement | null> }) {
  const t = useMessages(photoSession)
  const format = useFormat()
  const slider = useId()
  const [seconds, setSeconds] = useState(0)
  const length = player.current?.duration ?? 0
  // A recording has an infinite duration until its end has been read.
  const [end, setEnd] = useState(Number.isFinite(length) ? length : 0)
  const seek = (to: number) => {
    setSeconds(to)
    if (player.current) player.current.currentTime = to
  }
  const findEnd = () => {
    const known = player.current?.duration ?? 0
    if (Number.isFinite(known)) setEnd(known)
  }
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={slider} className="shrink-0 font-semibold text-sm">
        {t('frame.moment')}
      </label>
      <input
        id={slider}
        type="range"
        dir="ltr"
        min={0}
        max={end}
        step={STEP}
        value={seconds}
        aria-valuetext={t('frame.second', { count: Math.round(seconds) })}
        onFocus={findEnd}
        onChange={(event) => seek(Number(event.target.value))}
        className="h-11 w-full accent-brand"
      />
      <bdi translate="no" className="figures shrink-0 text-muted text-sm">
        {format.number(Math.round(seconds))}
      </bdi>
    </div>
  )
}
