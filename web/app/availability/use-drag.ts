import {
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type Instant, isLocalDay, MINUTES_A_DAY, type TimeRange } from '#domain/cairo'
import { type DragHandle, draggedRange, type Point } from './drag.ts'

/** A shorter movement, in pixels, is a press and not a drag. */
const SLACK_PX = 4

type Held = { handle: DragHandle; key: string | null; from: Point; x: number; y: number }
export type Drag = { key: string | null; range: TimeRange | null }

/** Where the pointer is on the grid whose columns carry `data-day`. */
function pointAt(grid: HTMLElement, x: number, y: number): Point | null {
  for (const column of grid.querySelectorAll<HTMLElement>('[data-day]')) {
    const box = column.getBoundingClientRect()
    const day = column.dataset.day ?? ''
    if (x >= box.left && x < box.right && isLocalDay(day))
      return { day, minute: ((y - box.top) / box.height) * MINUTES_A_DAY }
  }
  return null
}

/**
 * Drags of a mouse or a pen on the week; a finger scrolls. `onDrop` gets the dragged range; a press without a drag reports
 * nothing, so that buttons stay buttons.
 */
export function useDrag(now: Instant, onDrop: (key: string | null, range: TimeRange) => void) {
  const grid = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  /** The browser sends a click after a drag; it must not open a dialog. */
  const swallowsClick = useRef(false)

  const take = (handle: DragHandle, key: string | null) => (event: ReactPointerEvent) => {
    swallowsClick.current = false
    if (event.pointerType === 'touch' || event.button !== 0 || !grid.current) return
    event.stopPropagation()
    const from = pointAt(grid.current, event.clientX, event.clientY)
    if (!from) return
    setHeld({ handle, key, from, x: event.clientX, y: event.clientY })
  }

  const move = useEffectEvent((event: PointerEvent) => {
    if (!held || !grid.current) return
    if (!drag && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK_PX) return
    event.preventDefault()
    const to = pointAt(grid.current, event.clientX, event.clientY) ?? held.from
    setDrag({ key: held.key, range: draggedRange(held.handle, held.from, to, now) })
  })
  const release = useEffectEvent(() => {
    swallowsClick.current = drag !== null
    if (held && drag?.range) onDrop(held.key, drag.range)
    setHeld(null)
    setDrag(null)
  })
  const giveUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setHeld(null)
    setDrag(null)
  })

  const isHeld = held !== null
  useEffect(() => {
    if (!isHeld) return
    const [onMove, onUp, onKey] = [
      (event: PointerEvent) => move(event),
      () => release(),
      (event: KeyboardEvent) => giveUp(event),
    ]
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('keydown', onKey)
    }
  }, [isHeld])

  /** Enter sends a click without a press before it, whose `detail` is 0. */
  const isClick = (event: MouseEvent) => event.detail === 0 || !swallowsClick.current
  return { grid, drag, take, isClick }
}
