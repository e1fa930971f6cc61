import type { ReactNode } from 'react'

/** The person's name over their video, readable on any background, with the signs of what they have switched off. */
export function NameStrip({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <p className="absolute inset-s-2 bottom-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-full bg-black/60 px-3 py-1 text-sm text-white">
      {children}
      <bdi className="truncate">{name}</bdi>
    </p>
  )
}
