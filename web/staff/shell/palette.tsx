import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Banknote, BookOpen, CreditCard, History, Search, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { staffSearch } from '#contract/calls/staff-search'
import type { User } from '#contract/users'
import { matches, normalise } from '#domain/arabic'
import { fromIso } from '#domain/cairo'
import { may } from '#domain/permissions'
import { isTutorSide } from '#domain/roles'
import { MIN_STAFF_SEARCH } from '#domain/search'
import { enums } from '#messages/enums'
import { staffPalette } from '#messages/staff-palette'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { tabStorage } from '../../platform/storage.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Icon } from '../../ui/icon.ts'
import { navOf } from './places.ts'

/** Recently opened results of the palette; of this tab only, because they contain names. */

type Recent = {
  key: string
  label: string
  more?: string
  to: string
  params?: Record<string, string>
  search?: Record<string, unknown>
}

const MOST = 6
const keyOf = (accountId: number): string => `hessa.palette.${accountId}`

function recentOf(accountId: number): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(tabStorage.get(keyOf(accountId)) ?? '[]')
    return Array.isArray(stored) ? (stored as Recent[]) : []
  } catch {
    return []
  }
}

function remember(accountId: number, opened: Recent): void {
  const others = recentOf(accountId).filter(({ key }) => key !== opened.key)
  tabStorage.set(keyOf(accountId), JSON.stringify([opened, ...others].slice(0, MOST)))
}

/** Milliseconds without a key before the server is asked. */
const PAUSE = 200

type Found = Recent & { icon: Icon }
type FoundGroup = { name: keyof typeof staffPalette.groups; items: readonly Found[] }

/** The debounced text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Screens by name, records by the server's search; the query of words that are typed over is aborted. */
function useFound(me: User, words: string) {
  const t = useMessages(staffPalette)
  const format = useFormat()
  const paused = usePaused(words)
  const isAsked = may('staff.search', me.role) && paused.length >= MIN_STAFF_SEARCH && words.length >= MIN_STAFF_SEARCH
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', paused],
    queryFn: ({ signal }) => request(staffSearch, { query: { q: paused } }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const found = isAsked ? data : undefined
  const screens = navOf(me.role)
    .flatMap(({ places }) => places)
    .map((place) => ({ key: place.to, label: staffShell.places[place.label], to: place.to, icon: place.icon }))
  const groups: FoundGroup[] = [
    {
      name: 'recent',
      items: words === '' ? recentOf(me.id).map((one) => ({ ...one, icon: History })) : [],
    },
    {
      name: 'people',
      items: (found?.people ?? []).map(({ id, name, email, phone, role }) => ({
        key: `person-${id}`,
        label: name ?? t('nameless'),
        more: [enums.role[role], email, phone].filter(Boolean).join(' · '),
        to: isTutorSide(role) ? '/tutor/$id' : '/user/$id',
        params: { id: String(id) },
        icon: UserRound,
      })),
    },
    {
      name: 'orders',
      items: (found?.orders ?? []).map(({ id, amount, providerRefNum }) => ({
        key: `order-${id}`,
        label: t('order', { id: String(id) }),
        more: [format.money(amount), providerRefNum].filter(Boolean).join(' · '),
        to: '/payments',
        search: { open: id },
        icon: CreditCard,
      })),
    },
    {
      name: 'withdrawals',
      items: (found?.withdrawals ?? []).map(({ id, amount }) => ({
        key: `withdrawal-${id}`,
        label: t('withdrawal', { id: String(id) }),
        more: format.money(amount),
        to: '/invoices',
        search: { open: id },
        icon: Banknote,
      })),
    },
    {
      name: 'lessons',
      items: (found?.lessons ?? []).map(({ id, start, canceledAt }) => ({
        key: `lesson-${id}`,
        label: t('lesson', { id: String(id) }),
        more: [format.moment(fromIso(start)), canceledAt && t('canceled')].filter(Boolean).join(' · '),
        to: '/lessons',
        search: { open: id },
        icon: BookOpen,
      })),
    },
    { name: 'screens', items: screens.filter(({ label }) => matches(normalise(label), words)) },
  ]
  const isBusy = isAsked && (isFetching || paused !== words)
  return { groups: groups.filter(({ items }) => items.length > 0), isBusy, isError: isAsked && isError }
}

/** Finds screens, people, orders, withdrawals and lessons by the keyboard (docs/rules/staff.md 8.1). */
export function Palette({ me, onClose }: { me: User; onClose: () => void }) {
  const t = useMessages(staffPalette)
  const [text, setText] = useState('')
  const words = text.trim()
  const { groups, isBusy, isError } = useFound(me, words)
  const navigate = useNavigate()
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const open = ({ icon: _icon, ...found }: Found) => {
    const { to, params, search } = found
    remember(me.id, found)
    onClose()
    void navigate({ to, params, search } as LinkProps)
  }
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('hint')} size="lg">
      <Command label={t('label')} shouldFilter={false} loop className="flex min-h-80 flex-col gap-3">
        <div className="flex items-center gap-3 rounded-control border border-strong bg-surface px-4 focus-within:outline-2 focus-within:outline-focus">
          <Search aria-hidden className="size-5 shrink-0 text-muted" />
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder={t('label')}
            aria-label={t('label')}
            className="h-12 min-w-0 flex-1 bg-transparent outline-none"
          />
        </div>
        <p role="status" className="sr-only">
          {isBusy ? t('searching') : t('found', { count })}
        </p>
        <Command.List label={t('title')} className="flex max-h-[55dvh] flex-col gap-3 overflow-y-auto">
          {groups.map(({ name, items }) => (
            <Command.Group
              key={name}
              heading={t(`groups.${name}`)}
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-sm"
            >
              {items.map((item) => (
                <Row key={item.key} id={`${name}-${item.key}`} item={item} onSelect={() => open(item)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {isError && <Note>{t('failed')}</Note>}
        {count === 0 && !isError && <Note>{isBusy ? t('searching') : t('none')}</Note>}
      </Command>
    </Dialog>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="px-3 py-6 text-center text-muted">{children}</p>

function Row({ id, item, onSelect }: { id: string; item: Found; onSelect: () => void }) {
  const { icon: Glyph, label, more } = item
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-[selected=true]:bg-brand-soft"
    >
      <Glyph aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-semibold">{label}</span>
        {more && (
          <bdi translate="no" className="truncate text-muted text-sm">
            {more}
          </bdi>
        )}
      </span>
    </Command.Item>
  )
}
