import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { MouseEvent, PointerEvent } from 'react'
import { SlotPurpose } from '#domain/availability/purposes'
import { type LocalDay, minutes } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { ShownSlot } from './draft.ts'
import type { DragHandle } from './drag.ts'
import { useSlotWords } from './slot-text.ts'

/** The height of one line. */
const QUARTER = minutes(15)

export type SlotBadges = { isOver: boolean; isLocked: boolean; isConflicting: boolean; bookedCount: number }

type SlotBlockProps = {
  slot: ShownSlot
  day: LocalDay
  marks: SlotBadges
  /** Whether this part contains the slot's start, and its end: only those edges can be dragged. */
  edges: { start: boolean; end: boolean }
  isDragged: boolean
  onTake: (handle: DragHandle, key: string) => (event: PointerEvent) => void
  onOpen: (event: MouseEvent) => void
}

const look = ({ isOver, isLocked, isConflicting }: SlotBadges, state: ShownSlot['state']) => {
  if (isConflicting) return 'border-danger bg-danger-soft text-danger-ink'
  if (isOver) return 'border-line bg-sunken text-muted'
  if (state !== 'saved') return 'border-accent border-dashed bg-accent-soft text-accent-ink'
  return isLocked
    ? 'border-brand/50 bg-brand-soft text-brand-ink'
    : 'border-brand bg-brand-soft text-brand-ink hover:shadow-raised'
}

/** A slot in the grid: a press opens it, a drag moves it, dragging an edge resizes it. */
export function SlotBlock({ slot, day, marks, edges, isDragged, onTake, onOpen }: SlotBlockProps) {
  const canMove = !marks.isOver && !marks.isLocked
  const isWhole = edges.start && edges.end
  return (
    <div className={clsx('group absolute inset-0 p-px', isDragged && 'opacity-40')}>
      <button
        type="button"
        disabled={marks.isOver}
        onPointerDown={canMove && isWhole ? onTake({ on: 'slot', slot }, slot.key) : (event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(event)
        }}
        className={clsx(
          'flex size-full flex-col items-start gap-0.5 overflow-hidden rounded-lg border-2 px-1.5 text-start transition-shadow focus-visible:outline-offset-0',
          slot.end - slot.start > QUARTER ? 'py-0.5 text-xs leading-4' : 'text-[0.6875rem] leading-none',
          look(marks, slot.state),
          canMove && isWhole && 'cursor-grab active:cursor-grabbing',
        )}
      >
        <SlotText slot={slot} day={day} marks={marks} />
      </button>
      {canMove && edges.start && <Edge at="start" slot={slot} onTake={onTake} />}
      {canMove && edges.end && <Edge at="end" slot={slot} onTake={onTake} />}
    </div>
  )
}

function SlotText({ slot, day, marks }: Pick<SlotBlockProps, 'slot' | 'day' | 'marks'>) {
  const t = useMessages(availability)
  const format = useFormat()
  const words = useSlotWords()
  return (
    <>
      <span className="sr-only">{format.series([format.date(day), words.range(slot)])}</span>
      <span aria-hidden className="font-semibold">
        {words.shortRange(slot)}
      </span>
      {slot.purpose !== SlotPurpose.General && slot.purpose !== SlotPurpose.Lesson && (
        <span>{t(`purposes.${slot.purpose}`)}</span>
      )}
      {marks.isConflicting && (
        <span className="flex items-center gap-1">
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          {t('slot.conflict')}
        </span>
      )}
      {slot.state !== 'saved' && <span>{t('slot.unsaved')}</span>}
      {marks.bookedCount > 0 && <span className="sr-only">{t('slot.booked', { count: marks.bookedCount })}</span>}
    </>
  )
}

/** For the pointer only: the dialog does the same by keyboard. */
function Edge({ at, slot, onTake }: { at: 'start' | 'end'; slot: ShownSlot } & Pick<SlotBlockProps, 'onTake'>) {
  return (
    <span
      aria-hidden
      onPointerDown={onTake({ on: at, slot }, slot.key)}
      className={clsx(
        'absolute inset-x-2 flex h-2.5 cursor-ns-resize justify-center opacity-0 group-hover:opacity-100',
        at === 'start' ? 'top-0 items-start' : 'bottom-0 items-end',
      )}
    >
      <span className="mx-auto my-0.5 h-1 w-8 rounded-full bg-brand" />
    </span>
  )
}
