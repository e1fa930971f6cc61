import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { listUsers } from '#contract/calls/users'
import type { Role } from '#domain/roles'
import { dataTable } from '#messages/data-table'
import { enums } from '#messages/enums'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

export type PickedPerson = { id: number; label: string }

/** Found people that are shown of each role. */
const SHOWN = 6
/** Shorter words find everybody. */
const MIN_WORD = 2

/** The people whose name, e-mail or phone contains the word; the call takes one role. */
async function findPeople(roles: readonly Role[], search: string, signal: AbortSignal) {
  const asked = roles.length === 0 ? [undefined] : roles
  const pages = await Promise.all(
    asked.map((role) => request(listUsers, { query: { role, search, size: SHOWN } }, { signal })),
  )
  return { list: pages.flatMap(({ list }) => list), total: pages.reduce((sum, { total }) => sum + total, 0) }
}

type PeoplePickerProps = {
  label: ReactNode
  /** Only people of these roles; all without any. */
  roles?: readonly Role[] | undefined
  picked: readonly PickedPerson[]
  onChange: (picked: readonly PickedPerson[]) => void
  required?: boolean
  error?: string | undefined
}

/** Finds people by name, e-mail or phone, and keeps those that were picked. */
export function PeoplePicker({ label, roles = [], picked, onChange, required = false, error }: PeoplePickerProps) {
  const t = useMessages(dataTable)
  const [word, setWord] = useState('')
  const search = useDeferredValue(word.trim())
  const isAsked = search.length >= MIN_WORD
  const { data, isError } = useQuery({
    queryKey: [...keys.users, 'picker', roles, search],
    queryFn: ({ signal }) => findPeople(roles, search, signal),
    enabled: isAsked,
  })
  const found = isAsked ? (data?.list ?? []) : []
  const isPicked = (id: number) => picked.some((one) => one.id === id)
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={t('people.hint')} required={required} {...(error ? { error } : {})}>
        <Input icon={Search} value={word} onChange={(event) => setWord(event.target.value)} autoComplete="off" />
      </Field>
      {picked.length > 0 && (
        <ul aria-label={t('people.picked')} className="flex flex-wrap gap-2">
          {picked.map((person) => (
            <li key={person.id}>
              <Button
                size="sm"
                variant="secondary"
                endIcon={X}
                aria-label={t('people.remove', { name: person.label })}
                onClick={() => onChange(picked.filter(({ id }) => id !== person.id))}
              >
                {person.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-muted text-sm">
        {isAsked && data && t('people.found', { count: data.total })}
        {isAsked && isError && t('people.failed')}
      </p>
      <ul className="flex flex-col gap-1">
        {found
          .filter(({ id }) => !isPicked(id))
          .map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => onChange([...picked, { id: person.id, label: shownName(person) ?? person.email }])}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-control px-3 py-1 text-start hover:bg-brand-soft"
              >
                <bdi translate="no" className="font-semibold">
                  {shownName(person) ?? t('nameless')}
                </bdi>
                {roles.length !== 1 && <span className="text-muted text-sm">{enums.role[person.role]}</span>}
                <bdi translate="no" className="wrap-anywhere text-muted text-sm">
                  {person.email}
                </bdi>
                {person.phone && (
                  <bdi translate="no" className="text-muted text-sm">
                    {person.phone}
                  </bdi>
                )}
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
