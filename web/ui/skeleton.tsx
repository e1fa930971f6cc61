import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { countTo } from './count-to.ts'

const shimmer =
  'animate-shimmer bg-[length:200%_100%] bg-[linear-gradient(100deg,var(--color-sunken)_30%,var(--color-line)_50%,var(--color-sunken)_70%)] motion-reduce:animate-none'

/** A placeholder for content that is loading; `className` gives it the content's size. Hidden from screen readers. */
export function Skeleton({ className, round = false }: { className?: string; round?: boolean }) {
  return <span aria-hidden className={clsx('block', shimmer, round ? 'rounded-full' : 'rounded-lg', className)} />
}

/** Placeholders for lines of text, the last one shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden className={clsx('flex flex-col gap-2.5', className)}>
      {countTo(lines).map((line) => (
        <Skeleton key={line} className={clsx('h-3.5', line === lines && lines > 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}

/** Wraps a screen's skeletons and tells screen readers once what is loading. */
export function Loading({ text, className, children }: { text: string; className?: string; children: ReactNode }) {
  return (
    <div aria-busy className={className}>
      <span role="status" className="sr-only">
        {text}
      </span>
      {children}
    </div>
  )
}
