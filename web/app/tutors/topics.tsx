import { clsx } from 'clsx'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

const SHOWN_ON_CARD = 3

type TopicsProps = {
  topics: readonly string[]
  all?: boolean
  /** Those that the reader chose stand out. */
  chosen?: readonly string[]
  /** One more mark, before the topics. */
  note?: string | undefined
}

/** A tutor's topics; a card shows the first few and the count of the rest. */
export function Topics({ topics, all = false, chosen = [], note }: TopicsProps) {
  const t = useMessages(tutors)
  const format = useFormat()
  const shown = all ? topics : topics.slice(0, note ? SHOWN_ON_CARD - 1 : SHOWN_ON_CARD)
  const others = topics.slice(shown.length)
  const named = format.list(others)
  if (topics.length === 0 && !note) return null
  return (
    <ul aria-label={t('card.topics')} className="flex flex-wrap gap-1.5">
      {note && <li className="rounded-full bg-accent-soft px-3 py-0.5 text-accent-ink text-sm">{note}</li>}
      {shown.map((topic, index) => (
        <li key={topic} className="flex items-center gap-1.5 text-sm">
          <span
            className={clsx(
              'rounded-full px-3 py-0.5',
              chosen.includes(topic) ? 'bg-brand-soft text-brand-ink' : 'bg-sunken text-muted',
            )}
          >
            {topic}
          </span>
          {/* Beside the last one, so that it never has a line of its own. */}
          {index === shown.length - 1 && others.length > 0 && (
            <span className="px-1.5 py-0.5 text-faint" title={named}>
              <span aria-hidden>{t('card.moreTopics', { count: others.length })}</span>
              <span className="sr-only">{t('card.otherTopics', { topics: named })}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
