import { clsx } from 'clsx'
import { UserRound } from 'lucide-react'
import { useState } from 'react'

type PortraitProps = {
  image: string | null
  /** Sets the size; the picture fills it, so that loading shifts no layout. */
  className: string
  /** In the first view: not loaded lazily. */
  eager?: boolean
}

/** A tutor's picture, hidden from screen readers, because the name is always next to it. */
export function Portrait({ image, className, eager }: PortraitProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={clsx('block shrink-0 overflow-hidden bg-brand-soft', className)}>
      {image && image !== failed ? (
        <img
          src={image}
          alt=""
          width={480}
          height={480}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(image)}
          className="size-full object-cover"
        />
      ) : (
        <UserRound aria-hidden className="m-auto size-full p-[22%] text-brand-ink/50" strokeWidth={1.25} />
      )}
    </span>
  )
}
