import { type ReactNode, useId, useRef } from 'react'
import { classes } from './classes.ts'

type TooltipProps = {
  text: ReactNode
  /** What it explains, with its own label; must be able to take the focus, or set `focusable`. */
  children: ReactNode
  focusable?: boolean
  side?: 'top' | 'bottom'
}

const DELAY_MS = 120
const MARGIN = 8

/**
 * A short explanation over what it explains: on hover, on focus, and by a tap, where there is no hover. Escape takes it
 * away. Nothing that one must know to go on belongs in here.
 */
export function Tooltip({ text, children, focusable = false, side = 'top' }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    const [from, box] = [anchor.current, bubble.current]
    if (!from || !box) return
    box.showPopover()
    place(from.getBoundingClientRect(), box, side)
    // A tap elsewhere takes it away, where nothing had the focus that could be lost.
    document.addEventListener('pointerdown', hide, { once: true })
  }
  const hide = () => {
    clearTimeout(timer.current)
    bubble.current?.hidePopover()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for its child, which is the control
    <span
      ref={anchor}
      {...(focusable ? { tabIndex: 0, role: 'note' } : {})}
      aria-describedby={id}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') timer.current = setTimeout(show, DELAY_MS)
      }}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
      className={classes('inline-flex rounded', focusable && 'cursor-help')}
    >
      {children}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none m-0 max-w-64 rounded-lg bg-inverse px-3 py-1.5 font-normal text-inverse-ink text-sm shadow-raised"
      >
        {text}
      </span>
    </span>
  )
}

/** Beside its anchor, inside the window; on the other side where there is no room. */
function place(from: DOMRect, box: HTMLElement, side: 'top' | 'bottom'): void {
  const { width, height } = box.getBoundingClientRect()
  const centre = from.left + from.width / 2 - width / 2
  const above = from.top - height - MARGIN
  const below = from.bottom + MARGIN
  const fitsAbove = above >= MARGIN
  const fitsBelow = below + height <= window.innerHeight - MARGIN
  const y = side === 'top' ? (fitsAbove ? above : below) : fitsBelow ? below : above
  box.style.inset = `${y}px auto auto ${Math.max(MARGIN, Math.min(centre, document.documentElement.clientWidth - width - MARGIN))}px`
}
