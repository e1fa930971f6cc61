import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ChevronDown } from 'lucide-react'
import {
  type FocusEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { Row } from './rows.ts'

const newestOf = (rows: readonly Row[]): number =>
  rows.reduce((newest, row) => (row.kind === 'message' ? Math.max(newest, row.message.id ?? 0) : newest), 0)

/** Shown while the end of the list is out of sight: how many messages have come since, and a button that scrolls to them. */
function JumpToLatest({ rows, onJump }: { rows: readonly Row[]; onJump: () => void }) {
  const t = useMessages(chat)
  const format = useFormat()
  // The button appears when the end leaves the screen: messages newer than at that moment have not been seen.
  const [newest] = useState(() => newestOf(rows))
  const count = rows.filter(
    (row) => row.kind === 'message' && !row.message.isMine && !row.message.deleted && (row.message.id ?? 0) > newest,
  ).length
  return (
    <button
      type="button"
      onClick={onJump}
      aria-label={count > 0 ? t('list.latestCount', { count }) : t('list.latest')}
      className="touch absolute inset-e-4 bottom-3 flex animate-rise items-center justify-center gap-1 rounded-full border border-line bg-surface px-3 text-brand-ink shadow-raised hover:bg-brand-soft"
    >
      {count > 0 && (
        <span translate="no" className="figures font-bold text-sm">
          {format.number(count)}
        </span>
      )}
      <ChevronDown aria-hidden className="size-5" />
    </button>
  )
}

/** Nearer than this to the end (pixels), the list scrolls along with what arrives. */
const NEAR_END = 100
/** Older pages are requested this many rows before the first one is visible. */
const LOAD_OLDER_WITHIN = 6
const ESTIMATES = { day: 44, unread: 44, message: 68 }

type MessageListProps = {
  rows: readonly Row[]
  label: string
  renderRow: (row: Row) => ReactNode
  /** Over the first row: whether older pages are loading or have failed. */
  top: ReactNode
  onNearStart: () => void
  /** The newest message that is visible. */
  onSeen: (messageId: number) => void
}

type List = Virtualizer<HTMLDivElement, HTMLDivElement>

/** A virtual list: only rows near the screen are in the document, and the visible ones stay in place when older pages arrive. */
export function MessageList({ rows, label, renderRow, top, onNearStart, onSeen }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { focusedIndex, onFocus, onBlur } = useFocusedRow(rows, () => stopScrolling(list, scroller.current))
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'message'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    overscan: 10,
    // With its row out of the document the focus would be lost.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), focusedIndex()),
  })
  list.shouldAdjustScrollPositionOnItemSizeChange = (
    { index, start },
    _delta,
    { range, scrollOffset, scrollDirection },
  ) => {
    const focused = focusedIndex()
    const isFocusVisible = range !== null && focused >= range.startIndex && focused <= range.endIndex
    // Rows above the focus are first measured after Tab has scrolled up to it: they must not move it out of sight.
    if (isFocusVisible) return index < focused
    // The default of the library.
    return start < (scrollOffset ?? 0) && scrollDirection !== 'backward'
  }
  const { isAtEnd, hasScrolled, onScroll } = useEnd(scroller, list)
  const firstKey = rows[0]?.key
  useLayoutEffect(() => {
    if (firstKey !== undefined) stopScrolling(list, scroller.current)
  }, [list, firstKey])
  useInitialScroll(list, rows, focusedIndex)
  useScrollToOwn(list, rows)
  const items = list.getVirtualItems()
  // Before its first scroll the list is not at its end yet and would load older pages; one that fits on the screen never scrolls.
  const isSettled = hasScrolled || list.getTotalSize() <= (scroller.current?.clientHeight ?? 0)
  const isNearStart = isSettled && (list.range?.startIndex ?? LOAD_OLDER_WITHIN) < LOAD_OLDER_WITHIN
  useEffect(() => {
    if (isNearStart) onNearStart()
  }, [isNearStart, onNearStart])
  useSeen(scroller, list, rows, onSeen)
  return (
    <div className="relative min-h-0 flex-1">
      {top}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        onScroll={onScroll}
        onFocus={onFocus}
        onBlur={onBlur}
        className="flex h-full flex-col overflow-y-auto overscroll-contain py-3 outline-offset-[-2px]"
      >
        <div className="relative mt-auto w-full shrink-0" style={{ height: list.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {renderRow(row)}
                </div>
              )
            )
          })}
        </div>
      </div>
      {!isAtEnd && <JumpToLatest rows={rows} onJump={() => list.scrollToEnd()} />}
    </div>
  )
}

/**
 * Ends a scroll to a row that is under way. The library corrects it for up to five seconds by the row's index: after older pages have
 * arrived that is another row, and a focus that has scrolled elsewhere meanwhile would be scrolled out of sight.
 */
function stopScrolling(list: List, box: HTMLDivElement | null): void {
  if (box) list.scrollToOffset(box.scrollTop)
}

/**
 * The row with the focus in it, by its key: its index changes when older pages arrive. `onRowFocus` is called when the focus enters a
 * row.
 */
function useFocusedRow(rows: readonly Row[], onRowFocus: () => void) {
  const key = useRef<string | null>(null)
  return {
    /** -1 if no row has it. */
    focusedIndex: () => (key.current === null ? -1 : rows.findIndex((row) => row.key === key.current)),
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[data-index]')
      key.current = (row && rows[Number(row.dataset.index)]?.key) ?? null
      if (key.current !== null) onRowFocus()
    },
    onBlur: () => {
      key.current = null
    },
  }
}

const withIndex = (indexes: number[], index: number): number[] =>
  index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((one, other) => one - other)

/** Whether the end is visible; a list at its end stays there when a phone's keyboard shrinks it. */
function useEnd(scroller: React.RefObject<HTMLDivElement | null>, list: List) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [hasScrolled, setHasScrolled] = useState(false)
  const wasAtEnd = useRef(true)
  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    wasAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END
    setIsAtEnd(wasAtEnd.current)
    setHasScrolled(true)
  }
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let height = box.clientHeight
    const observer = new ResizeObserver(() => {
      if (box.clientHeight === height) return
      height = box.clientHeight
      if (wasAtEnd.current) list.scrollToEnd()
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, list])
  return { isAtEnd, hasScrolled, onScroll }
}

/** Rows have their true heights only after rendering: during this time the list scrolls again after each render. */
const INITIAL_SCROLL_MS = 500

/** A conversation opens at the first unread message, or at its end, unless the focus is in one of its rows already. */
function useInitialScroll(list: List, rows: readonly Row[], focusedIndex: () => number): void {
  const until = useRef<number | null>(null)
  const mark = rows.findIndex(({ kind }) => kind === 'unread')
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const isFirst = until.current === null
    until.current ??= performance.now() + INITIAL_SCROLL_MS
    if (isFirst && mark < 0) list.scrollToEnd()
    const isOpening = performance.now() < until.current && focusedIndex() < 0
    if (mark >= 0 && isOpening) list.scrollToIndex(mark, { align: 'start' })
  })
}

/** Scrolls to a message that the user has just sent, from any scroll position. */
function useScrollToOwn(list: List, rows: readonly Row[]): void {
  const last = rows.at(-1)
  const ownKey = last?.kind === 'message' && last.message.outgoing ? last.key : null
  useLayoutEffect(() => {
    if (ownKey !== null) list.scrollToEnd()
  }, [list, ownKey])
}

/**
 * Reports the newest message that is in sight: after each render, and when the list scrolls or becomes higher, which need not
 * render anything.
 */
function useSeen(
  scroller: React.RefObject<HTMLDivElement | null>,
  list: List,
  rows: readonly Row[],
  onSeen: (messageId: number) => void,
): void {
  const look = useEffectEvent(() => {
    const box = scroller.current
    if (!box) return
    const end = box.scrollTop + box.clientHeight
    const seen = list.getVirtualItems().findLast(({ index, start, size }) => {
      const row = rows[index]
      return row?.kind === 'message' && row.message.id !== null && start + Math.min(size, NEAR_END) <= end
    })
    const row = seen && rows[seen.index]
    if (row?.kind === 'message' && row.message.id !== null) onSeen(row.message.id)
  })
  useEffect(() => look())
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => look())
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
}
