import { X } from 'lucide-react'
import { useState } from 'react'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'

type CardVideoProps = { video: string; poster: string | null; onClose: () => void }

/** A tutor's video in place of the portrait; it plays immediately, because the user requested it. */
export function CardVideo({ video, poster, onClose }: CardVideoProps) {
  const t = useMessages(tutorProfile)
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className="relative overflow-hidden rounded-control bg-inverse">
      {hasFailed ? (
        <p role="alert" className="grid aspect-video w-full place-items-center text-inverse-ink">
          {t('video.failed')}
        </p>
      ) : (
        <video
          ref={focusOnMount}
          src={video}
          {...(poster ? { poster } : {})}
          autoPlay
          controls
          playsInline
          tabIndex={0}
          aria-label={t('video.title')}
          onError={() => setFailed(true)}
          onEnded={onClose}
          className="aspect-video w-full object-contain"
        />
      )}
      <IconButton
        icon={X}
        label={t('video.close')}
        onClick={onClose}
        className="absolute inset-e-1 top-1 rounded-full bg-surface/80! text-ink!"
      />
    </div>
  )
}
