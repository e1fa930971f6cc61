import { useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultParseSearch, Link } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { listSharedViews, shareView, unshareView } from '#contract/calls/shared-views'
import type { SharedView } from '#contract/shared-views'
import { isStaff, roles } from '#domain/roles'
import { dataTable } from '#messages/data-table'
import { enums } from '#messages/enums'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import type { SavedView } from '../../platform/list-preferences.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { Select } from '../../ui/select.tsx'

const options = roles.filter(isStaff).map((role) => ({ value: role, label: enums.role[role] }))

/** What a change of the shared views of a list needs: it says how it ended, and reads them again. */
function useShared(list: string) {
  const client = useQueryClient()
  return async (change: Promise<unknown>, words: { done: string; failed: string }): Promise<boolean> => {
    try {
      await announce(change, { id: 'shared-view', ...words })
      return true
    } catch {
      return false
    } finally {
      void client.invalidateQueries({ queryKey: [...keys.sharedViews, list] })
    }
  }
}

type SharedViewsProps = { list: string; onChosen: () => void }

/** The views of a list that colleagues share with this role, and those that one shares (docs/rules/staff.md 16.1). */
export function SharedViews({ list, onChosen }: SharedViewsProps) {
  const t = useMessages(dataTable)
  const me = useMe()
  const change = useShared(list)
  const { data, isError } = useQuery({
    queryKey: [...keys.sharedViews, list],
    queryFn: ({ signal }) => request(listSharedViews, { query: { list } }, { signal }),
  })
  if (isError && !data) return <p className="mt-2 text-muted text-sm">{t('views.sharedUnread')}</p>
  if (!data || data.list.length === 0) return null
  const stop = ({ name }: SharedView) =>
    change(request(unshareView, { body: { list, name } }), {
      done: t('views.unshared'),
      failed: t('views.notUnshared'),
    })
  return (
    <section aria-label={t('views.shared')} className="mt-2 border-line border-t pt-3">
      <h3 className="px-2 text-muted text-sm">{t('views.shared')}</h3>
      <ul>
        {data.list.map((view) => (
          <li key={view.id} className="flex items-center gap-1">
            <Link
              to="."
              search={defaultParseSearch(view.search) as never}
              onClick={onChosen}
              className="flex min-h-10 flex-1 flex-col justify-center rounded-lg px-2 py-1 hover:bg-brand-soft"
            >
              <span className="font-semibold">{view.name}</span>
              <span className="text-muted text-sm">
                {view.owner.id === me.id ? (
                  t('views.sharedWith', { role: enums.role[view.role] })
                ) : (
                  <>
                    {t('views.sharedBy')} <PersonName>{view.owner.name ?? String(view.owner.id)}</PersonName>
                  </>
                )}
              </span>
            </Link>
            {view.owner.id === me.id && (
              <IconButton
                icon={UserRoundX}
                label={t('views.unshare', { name: view.name })}
                onClick={() => void stop(view)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ShareFormProps = { list: string; view: SavedView; onDone: () => void }

/** Shares a saved view with a role; the role's own rights decide what its people see there. */
export function ShareForm({ list, view, onDone }: ShareFormProps) {
  const t = useMessages(dataTable)
  const change = useShared(list)
  const [role, setRole] = useState(useMe().role)
  const [isSending, setSending] = useState(false)
  const share = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    const body = { list, name: view.name, search: view.search, role }
    const words = { done: t('views.nowShared', { role: enums.role[role] }), failed: t('views.notShared') }
    const isShared = await change(request(shareView, { body }), words)
    setSending(false)
    if (isShared) onDone()
  }
  return (
    <form onSubmit={share} className="flex basis-full flex-col gap-2 rounded-lg bg-sunken p-3">
      <Field label={t('views.shareWith', { name: view.name })}>
        <Select
          options={options}
          value={role}
          onChange={({ target }) => setRole(options.find(({ value }) => value === Number(target.value))?.value ?? role)}
        />
      </Field>
      <Button type="submit" size="sm" loading={isSending}>
        {t('views.shareNow')}
      </Button>
    </form>
  )
}
