import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { Row } from './rows.ts'

const newestOf = (rows: readonly Row[]): number =>
  rows.reduce((newest, row) => (row.kind === 'message' ? Math.max(newest, row.message.id ?? 0) : newest), 0)

/** Shown while the end of the list is out of sight: how many messages have come since, and a button that scrolls to them. */
export function JumpToLatest({ rows, onJump }: { rows: readonly Row[]; onJump: () => void }) {
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
      {count > 0 && <span className="figures font-bold text-sm">{format.number(count)}</span>}
      <ChevronDown aria-hidden className="size-5" />
    </button>
  )
}
