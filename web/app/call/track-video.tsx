import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'

type TrackVideoProps = {
  track: MediaStreamTrack
  label: string
  /** People expect their own face as in a mirror. */
  mirrored?: boolean
  /** Fills its box and crops the edges; otherwise all of it is seen. */
  fills?: boolean
  className?: string
  /** The picture's size in pixels, whenever it changes: a phone that is turned sends another one. */
  onSize?: (size: { width: number; height: number }) => void
}

/** The video of a camera or a screen, muted: `useRemoteSound` plays the sound, which would otherwise be heard twice. */
export function TrackVideo({ track, label, mirrored = false, fills = false, className, onSize }: TrackVideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = player.current
    if (!video) return
    video.srcObject = new MediaStream([track])
    return () => {
      video.srcObject = null
    }
  }, [track])
  return (
    <video
      ref={player}
      autoPlay
      playsInline
      muted
      aria-label={label}
      onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) => onSize?.({ width, height })}
      className={clsx('size-full', mirrored && '-scale-x-100', fills ? 'object-cover' : 'object-contain', className)}
    />
  )
}
