import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'

const SHOWN_ON_CARD = 3

/** A tutor's topics; a card shows the first few and the count of the rest. */
export function Topics({ topics, all = false }: { topics: readonly string[]; all?: boolean }) {
  const t = useMessages(tutors)
  const shown = all ? topics : topics.slice(0, SHOWN_ON_CARD)
  const others = topics.slice(shown.length)
  if (topics.length === 0) return null
  return (
    <ul aria-label={t('card.topics')} className="flex flex-wrap gap-1.5">
      {shown.map((topic) => (
        <li key={topic} className="rounded-full bg-sunken px-3 py-0.5 text-muted text-sm">
          {topic}
        </li>
      ))}
      {others.length > 0 && (
        <li className="rounded-full px-1.5 py-0.5 text-faint text-sm" title={others.join('، ')}>
          <span aria-hidden>{t('card.moreTopics', { count: others.length })}</span>
          <span className="sr-only">{t('card.otherTopics', { topics: others.join('، ') })}</span>
        </li>
      )}
    </ul>
  )
}
