import { defaultParseSearch, defaultStringifySearch, Link, useSearch } from '@tanstack/react-router'
import { Bookmark, Share2, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import type { SavedView } from '../../platform/list-preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toasts.ts'
import { SharedViews, ShareForm } from './shared-views.tsx'

type SavedViewsProps = { list: string; views: readonly SavedView[]; onChange: (views: readonly SavedView[]) => void }

/** Names for states of the list, kept in this browser and shared with roles on request; each is a link to its address. */
export function SavedViews({ list, views, onChange }: SavedViewsProps) {
  const t = useMessages(dataTable)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [sharing, setSharing] = useState<SavedView | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const endSharing = () => {
    setSharing(null)
    // The form has held the focus, which would otherwise be lost with it.
    opener.current?.focus()
  }
  const { page: _, ...address } = useSearch({ strict: false }) as Record<string, unknown>
  const save = (event: FormEvent) => {
    event.preventDefault()
    const named = name.trim()
    if (!named) return
    onChange([...views.filter((view) => view.name !== named), { name: named, search: defaultStringifySearch(address) }])
    setName('')
    setOpen(false)
    toast.success(t('views.saved'), { id: 'saved-view' })
  }
  return (
    <Popover
      label={t('views.open')}
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      trigger={
        <Button variant="ghost" size="sm" icon={Bookmark}>
          {t('views.open')}
        </Button>
      }
    >
      {views.length === 0 && <p className="mb-3 text-muted text-sm">{t('views.none')}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name} className="flex flex-wrap items-center gap-1">
            <Link
              to="."
              search={defaultParseSearch(view.search) as never}
              onClick={() => setOpen(false)}
              className="flex min-h-10 flex-1 items-center rounded-lg px-2 font-semibold hover:bg-brand-soft"
            >
              {view.name}
            </Link>
            <IconButton
              icon={Share2}
              label={t('views.share', { name: view.name })}
              aria-expanded={sharing === view}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget
                setSharing(sharing === view ? null : view)
              }}
            />
            <IconButton
              icon={Trash2}
              label={t('views.remove', { name: view.name })}
              onClick={() => onChange(views.filter((other) => other !== view))}
            />
            {sharing === view && <ShareForm list={list} view={view} onDone={endSharing} />}
          </li>
        ))}
      </ul>
      <SharedViews list={list} onChosen={() => setOpen(false)} />
      <form onSubmit={save} className="mt-2 flex flex-col gap-2 border-line border-t pt-3">
        <Field label={t('views.name')}>
          <Input value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button type="submit" size="sm" disabled={name.trim() === ''}>
          {t('views.save')}
        </Button>
      </form>
    </Popover>
  )
}
