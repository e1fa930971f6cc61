import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { listUsers } from '#contract/calls/users'
import { Role } from '#domain/roles'
import { staffPlanInvites } from '#messages/staff-plan-invites'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export type PickedStudent = { id: number; name: string | null; email: string }

const SHOWN = 6
/** Shorter words find everybody. */
const MIN_WORD = 2

type StudentPickerProps = {
  picked: readonly PickedStudent[]
  onChange: (picked: readonly PickedStudent[]) => void
  error?: string | undefined
}

/** Finds students by name, mail or phone, and keeps those that were picked. */
export function StudentPicker({ picked, onChange, error }: StudentPickerProps) {
  const t = useMessages(staffPlanInvites)
  const [word, setWord] = useState('')
  const search = useDeferredValue(word.trim())
  const { data } = useQuery({
    queryKey: [...keys.users, 'students', search],
    queryFn: ({ signal }) => request(listUsers, { query: { role: Role.Student, search, size: SHOWN } }, { signal }),
    enabled: search.length >= MIN_WORD,
  })
  const found = search.length >= MIN_WORD ? (data?.list ?? []) : []
  const isPicked = (id: number) => picked.some((one) => one.id === id)
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('picker.label')} hint={t('picker.hint')} required {...(error ? { error } : {})}>
        <Input icon={Search} value={word} onChange={(event) => setWord(event.target.value)} autoComplete="off" />
      </Field>
      {picked.length > 0 && (
        <ul aria-label={t('picker.picked')} className="flex flex-wrap gap-2">
          {picked.map((student) => (
            <li key={student.id}>
              <Button
                size="sm"
                variant="secondary"
                endIcon={X}
                aria-label={t('picker.remove', { name: student.name ?? student.email })}
                onClick={() => onChange(picked.filter(({ id }) => id !== student.id))}
              >
                {student.name ?? student.email}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-muted text-sm">
        {search.length >= MIN_WORD && data && t('picker.found', { count: data.total })}
      </p>
      <ul className="flex flex-col gap-1">
        {found
          .filter(({ id }) => !isPicked(id))
          .map(({ id, name, email }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChange([...picked, { id, name, email }])}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-control px-3 text-start hover:bg-brand-soft"
              >
                <span className="font-semibold">{name ?? t('nameless')}</span>
                <bdi translate="no" className="text-muted text-sm">
                  {email}
                </bdi>
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
