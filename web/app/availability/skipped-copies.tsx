import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import type { Copy } from './copy-week.ts'
import { useSlotWords } from './slot-text.ts'

/** What is not copied, and why. */
export function SkippedCopies({ copies }: { copies: readonly Copy[] }) {
  const t = useMessages(availability)
  const words = useSlotWords()
  const skipped = copies.filter(({ skip }) => skip !== null)
  if (skipped.length === 0) return null
  return (
    <div className="rounded-control bg-warning-soft p-3 text-warning-ink">
      <p>{t('copy.skipped', { count: skipped.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the keyboard too */}
      <ul tabIndex={0} className="mt-1 max-h-40 overflow-y-auto text-sm">
        {skipped.map(({ slot, skip }) => (
          <li key={slot.start}>
            {t('copy.skippedOne', { slot: words.dayRange(slot), why: skip ? t(`copy.skip.${skip}`) : '' })}
          </li>
        ))}
      </ul>
    </div>
  )
}
