import { clsx } from 'clsx'
import type { ComponentProps, ReactNode, Ref } from 'react'

type Padding = 'none' | 'sm' | 'md' | 'lg'
const paddings: Record<Padding, string> = { none: '', sm: 'p-4', md: 'p-4 sm:p-5', lg: 'p-5 sm:p-7' }

export type CardProps = ComponentProps<'div'> & {
  padding?: Padding
  tone?: 'surface' | 'sunken' | 'brand' | 'deep' | 'accent'
  /** Raises the card under the pointer; only where the whole card is a link (`after:inset-0`). */
  lifts?: boolean
}

const tones = {
  surface: 'border border-line bg-surface shadow-card',
  sunken: 'bg-sunken',
  brand: 'bg-brand-soft',
  accent: 'bg-accent-soft',
  deep: 'bg-brand-deep text-on-deep',
}

export function Card({ padding = 'md', tone = 'surface', lifts, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={clsx(
        'relative rounded-card',
        tones[tone],
        paddings[padding],
        lifts && 'transition-[box-shadow,translate] hover:-translate-y-0.5 hover:shadow-raised',
        className,
      )}
    />
  )
}

/** A title with a text and an action, above the content of a card or a section. */
export function SectionHeading({ title, text, action, level = 2, headingRef }: HeadingProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <Heading ref={headingRef} className="text-lg sm:text-xl">
          {title}
        </Heading>
        {text && <p className="mt-0.5 text-muted text-sm">{text}</p>}
      </div>
      {action}
    </div>
  )
}

type HeadingProps = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  level?: 2 | 3
  headingRef?: Ref<HTMLHeadingElement>
}
