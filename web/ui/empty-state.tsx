import type { ReactNode } from 'react'
import type { Icon } from './icon.ts'
import { SHADDA } from './logo.tsx'

export type EmptyStateProps = {
  /** An icon on a tinted disc; `illustration` replaces it. */
  icon?: Icon
  illustration?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** What can be done about it. */
  action?: ReactNode
  headingLevel?: 1 | 2 | 3
}

export function EmptyState({ icon: Glyph, illustration, title, text, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-10 text-center">
      {illustration ?? (Glyph && <IconDisc icon={Glyph} />)}
      <Heading className="mt-2 text-lg">{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

/** A large icon on a tinted disc; in the brand tone with the spark of the logo. */
export function IconDisc({
  icon: Glyph,
  tone = 'brand',
}: {
  icon: Icon
  tone?: 'brand' | 'danger' | 'warning' | 'success'
}) {
  const tones = {
    brand: 'bg-brand-soft text-brand-ink',
    danger: 'bg-danger-soft text-danger-ink',
    warning: 'bg-warning-soft text-warning-ink',
    success: 'bg-success-soft text-success-ink',
  }
  return (
    <span className={`relative grid size-20 shrink-0 place-items-center rounded-[1.75rem] ${tones[tone]}`}>
      <Glyph aria-hidden className="size-9" strokeWidth={1.75} />
      {tone === 'brand' && (
        <svg viewBox="17 6 14 10" width={30} className="-inset-e-2 -top-3 absolute" fill="none" aria-hidden>
          <path d={SHADDA} className="stroke-accent" strokeWidth="2.8" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
    </span>
  )
}
