import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'

type PageProps = {
  children: ReactNode
  /** The maximum width of the content, which always starts at the same edge as on every other screen. */
  width?: 'full' | 'reading' | 'form'
}

const widths = { full: '', reading: 'max-w-4xl', form: 'max-w-2xl' }

/** The frame of a screen's content: one gutter, one start edge, one distance from the header. */
export function Page({ children, width = 'full' }: PageProps) {
  return (
    <div className="container-page py-6 sm:py-8">
      <div className={clsx('flex flex-col gap-5 sm:gap-6', widths[width])}>{children}</div>
    </div>
  )
}

type PageHeaderProps = {
  title: ReactNode
  /** One sentence on what the screen is for. */
  text?: ReactNode
  /** A way back, above the title. */
  back?: ReactNode
  /** Actions of the whole screen, the main one first; at the end of the title's line, below it on a phone. */
  actions?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

/** The title of a screen: its only first-level heading, named as in the navigation. */
export function PageHeader({ title, text, back, actions, headingRef }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back}
        <h1 ref={headingRef} className="break-words text-2xl sm:text-3xl">
          {title}
        </h1>
        {text && <p className="mt-1 max-w-2xl text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 max-sm:w-full sm:gap-3">{actions}</div>}
    </header>
  )
}
