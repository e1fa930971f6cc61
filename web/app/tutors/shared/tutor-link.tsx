import { Link } from '@tanstack/react-router'
import { PersonName } from '../../../ui/person-name.tsx'

/** A tutor's name whose link covers the whole card; other controls of the card are stacked above it. */
export function TutorLink({ id, name }: { id: number; name: string }) {
  return (
    <Link
      to="/t/$id"
      params={{ id: String(id) }}
      className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2 group-hover:text-brand-ink"
    >
      <PersonName>{name}</PersonName>
    </Link>
  )
}
