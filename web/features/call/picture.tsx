import { useEffect, useRef } from 'react'
import { classes } from '../../ui/classes.ts'

type PictureProps = {
  track: MediaStreamTrack
  label: string
  /** One's own face, as in a mirror. */
  mirrored?: boolean
  /** Fills its place and loses the edges; otherwise all of it is seen. */
  fills?: boolean
  className?: string
}

/** A camera or a screen. Its sound comes another way, so that it is never heard twice. */
export function Picture({ track, label, mirrored = false, fills = false, className }: PictureProps) {
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
      className={classes('size-full', mirrored && '-scale-x-100', fills ? 'object-cover' : 'object-contain', className)}
    />
  )
}
