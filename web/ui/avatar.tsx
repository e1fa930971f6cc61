import { clsx } from 'clsx'
import { useState } from 'react'

export type AvatarProps = {
  /** Selects the tint, so that a person has the same one everywhere. */
  id: number
  name?: string | null
  /** The image's address; null without one. */
  src?: string | null
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** Shows a dot, explained by the adjacent text or by `onlineLabel`. */
  online?: boolean
  onlineLabel?: string
  /** Loads the image immediately instead of when it approaches the viewport. */
  eager?: boolean
  className?: string
}

const sizes = {
  xs: { box: 'size-8 text-sm', pixels: 32 },
  sm: { box: 'size-10 text-base', pixels: 40 },
  md: { box: 'size-12 text-lg', pixels: 48 },
  lg: { box: 'size-16 text-2xl', pixels: 64 },
  xl: { box: 'size-28 text-5xl', pixels: 112 },
}

const HUES = [160, 250, 350, 25, 300]
const LIGHTNESSES = [88, 84, 80, 76]

/** Twenty tints, five hues by four; dark letters have enough contrast on all of them. */
export function tintOf(id: number): string {
  const index = ((id % 20) + 20) % 20
  return `oklch(${LIGHTNESSES[Math.floor(index / HUES.length)]}% 0.08 ${HUES[index % HUES.length]})`
}

/** A person's image, or their initial on a tint. Hidden from screen readers, because the name is next to it. */
export function Avatar({ id, name, src, size = 'md', online, onlineLabel, eager = false, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const { box, pixels } = sizes[size]
  const [letter = '–'] = name?.trim() ?? ''
  return (
    <span className={clsx('relative inline-block shrink-0', box, className)}>
      {src && failed !== src ? (
        <img
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(src)}
          className="size-full rounded-full bg-sunken object-cover"
        />
      ) : (
        <span
          aria-hidden
          style={{ background: tintOf(id) }}
          className="grid size-full place-items-center rounded-full font-bold text-[#16292a] leading-none"
        >
          {letter}
        </span>
      )}
      {online !== undefined && (
        <span
          className={clsx(
            'absolute inset-e-0 bottom-0 size-[28%] min-h-2.5 min-w-2.5 rounded-full border-2 border-surface',
            online ? 'bg-success' : 'bg-strong',
          )}
        >
          {onlineLabel && <span className="sr-only">{onlineLabel}</span>}
        </span>
      )}
    </span>
  )
}
