import { Link, type LinkProps } from '@tanstack/react-router'
import type { InboxPerson } from '#contract/inbox'
import { enums } from '#messages/enums'

/** The account of who wrote, with its role. */
export function PersonLink({ person }: { person: InboxPerson }) {
  // The person's page is typed by its own route.
  const to = { to: '/user/$id', params: { id: String(person.id) } } as unknown as LinkProps
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Link {...to} className="font-semibold text-brand-ink hover:underline">
        {person.name ?? <bdi translate="no">{person.email}</bdi>}
      </Link>
      <span className="text-muted text-sm">{enums.role[person.role]}</span>
    </span>
  )
}
