import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type NameStripProps = { name: string; className?: string; children?: ReactNode }

/** The person's name over their video, readable on any background, with the signs of what they have switched off. */
export function NameStrip({ name, className, children }: NameStripProps) {
  return (
    <p
      className={clsx(
        'absolute inset-s-2 bottom-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-full bg-black/60 px-3 py-1 text-sm text-white',
        className,
      )}
    >
      {children}
      <bdi translate="no" className="truncate">
        {name}
      </bdi>
    </p>
  )
}
