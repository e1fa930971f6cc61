import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { MessagesSquare, Pin, Search, SearchX, UserRoundPlus, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { RoomSummary } from '#contract/chat'
import type { UncontactedTutor } from '#contract/tutors'
import { isStudent } from '#domain/roles'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { shownBio, shownName } from '../../messages/shown-name.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useMe } from '../../platform/current-user.ts'
import { ConnectionNote } from '../../shared/chat/connection-note.tsx'
import { usePresence } from '../../shared/chat/presence.ts'
import { tutorQuery } from '../../shared/tutors/tutor-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Icon } from '../../ui/icon.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TutorLink } from '../tutors/shared/tutor-link.tsx'
import { type Rooms, searchQuery, uncontactedQuery, useRooms } from './queries.ts'
import { RoomRow } from './room-row.tsx'
import type { ChatTarget } from './search-params.ts'

/** Tutors to whom a student has not written yet. Optional: nothing is shown if it cannot be loaded. */
function UncontactedTutors({ userId, chosen }: { userId: number; chosen: ChatTarget | null }) {
  const t = useMessages(chat)
  const [pages, setPages] = useState(1)
  const { data, isFetching } = useQuery(uncontactedQuery(userId, pages))
  if (!data || data.list.length === 0) return null
  const chosenId = chosen && 'personId' in chosen ? chosen.personId : null
  return (
    <Group title={t('groups.uncontacted')} icon={UserRoundPlus}>
      <ul className="flex flex-col gap-0.5">
        {data.list.map((tutor) => (
          <TutorRow key={tutor.id} tutor={tutor} isActive={tutor.id === chosenId} />
        ))}
      </ul>
      {data.total > data.list.length && (
        <Button variant="ghost" wide loading={isFetching} onClick={() => setPages(pages + 1)}>
          {t('moreTutors')}
        </Button>
      )}
    </Group>
  )
}

function TutorRow({ tutor, isActive }: { tutor: UncontactedTutor; isActive: boolean }) {
  const t = useMessages(chat)
  const isOnline = usePresence(tutor.id) ?? tutor.online
  return (
    <li>
      <Link
        to="/chat"
        search={{ room: `t-${tutor.id}` }}
        className={clsx(
          'flex min-h-16 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken',
          isActive && 'bg-brand-soft hover:bg-brand-soft',
        )}
      >
        <Avatar id={tutor.id} name={shownName(tutor)} src={tutor.image} {...(isOnline ? { online: true } : {})} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">
            <PersonName>{shownName(tutor) ?? t('someone')}</PersonName>
          </span>
          <bdi translate="yes" lang={writtenIn(shownBio(tutor))} className="block truncate text-muted text-sm">
            {shownBio(tutor)}
          </bdi>
        </span>
      </Link>
    </li>
  )
}

/** The value once it has not changed for `afterMs`; an empty one at once. */
function useDebounced(value: string, afterMs: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return value === '' ? '' : debounced
}

/** Typing pauses for less between two letters: one request a word. */
const SEARCH_AFTER_MS = 300

export function RoomsPanel({ chosen }: { chosen: ChatTarget | null }) {
  const t = useMessages(chat)
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim(), SEARCH_AFTER_MS)
  return (
    <>
      <header className="flex flex-col gap-3 p-4 pb-3">
        <p aria-hidden className="font-bold text-xl">
          {t('title')}
        </p>
        <Input
          type="search"
          icon={Search}
          value={typed}
          aria-label={t('search.label')}
          placeholder={t('search.hint')}
          onChange={(event) => setTyped(event.target.value)}
          action={typed !== '' && <IconButton icon={X} label={t('search.clear')} onClick={() => setTyped('')} />}
          className="[&_input::-webkit-search-cancel-button]:hidden"
        />
      </header>
      {!chosen && <ConnectionNote />}
      <nav aria-label={t('title')} className="min-h-0 flex-1 scroll-pb-24 overflow-y-auto pb-24 md:scroll-pb-4 md:pb-4">
        {keyword === '' ? (
          <AllRooms chosen={chosen} />
        ) : (
          <SearchResults keyword={keyword} chosen={chosen} onClear={() => setTyped('')} />
        )}
      </nav>
    </>
  )
}

function AllRooms({ chosen }: { chosen: ChatTarget | null }) {
  const t = useMessages(chat)
  const me = useMe()
  const [pages, setPages] = useState(1)
  const query = useRooms(me.id, pages)
  return (
    <QueryView query={query} loading={<Waiting />}>
      {(rooms) => (
        <>
          {rooms.pinned.length + rooms.others.length === 0 && <NoRooms />}
          <Groups rooms={rooms} chosen={chosen} />
          {rooms.hasMore && (
            <Button variant="ghost" wide loading={query.isFetching} onClick={() => setPages(pages + 1)}>
              {t('more')}
            </Button>
          )}
          {isStudent(me.role) && <UncontactedTutors userId={me.id} chosen={chosen} />}
        </>
      )}
    </QueryView>
  )
}

function Groups({ rooms: { pinned, others }, chosen }: { rooms: Rooms; chosen: ChatTarget | null }) {
  const t = useMessages(chat)
  return (
    <>
      {pinned.length > 0 && (
        <Group title={t('groups.pinned')} icon={Pin}>
          <Rows rooms={pinned} chosen={chosen} />
        </Group>
      )}
      {others.length > 0 && (
        <Group title={t('groups.all')} icon={MessagesSquare}>
          <Rows rooms={others} chosen={chosen} />
        </Group>
      )}
    </>
  )
}

export function Group({ title, icon: Glyph, children }: { title: string; icon: Icon; children: ReactNode }) {
  return (
    <section aria-label={title} className="px-2 pb-2">
      <h2 className="flex items-center gap-2 px-3 py-2 font-semibold text-muted text-sm">
        <Glyph aria-hidden className="size-4" />
        {title}
      </h2>
      {children}
    </section>
  )
}

function Rows({ rooms, chosen }: { rooms: readonly RoomSummary[]; chosen: ChatTarget | null }) {
  const chosenId = chosen && 'roomId' in chosen ? chosen.roomId : null
  return (
    <ul className="flex flex-col gap-0.5">
      {rooms.map((room) => (
        <RoomRow key={room.roomId} room={room} isActive={room.roomId === chosenId} />
      ))}
    </ul>
  )
}

function SearchResults({
  keyword,
  chosen,
  onClear,
}: {
  keyword: string
  chosen: ChatTarget | null
  onClear: () => void
}) {
  const t = useMessages(chat)
  const me = useMe()
  const none = (
    <EmptyState
      icon={SearchX}
      title={t('empty.noResults', { keyword })}
      text={t('empty.noResultsText')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('empty.showAll')}
        </Button>
      }
    />
  )
  return (
    <QueryView
      query={useQuery(searchQuery(me.id, keyword))}
      loading={<Waiting />}
      empty={({ list }) => list.length === 0 && none}
    >
      {({ list }) => (
        <Group title={t('groups.found')} icon={Search}>
          <Rows rooms={list} chosen={chosen} />
        </Group>
      )}
    </QueryView>
  )
}

/** A student has the tutors to write to below it; a tutor the page from which students write. */
function NoRooms() {
  const t = useMessages(chat)
  const { id, role } = useMe()
  const isLearner = isStudent(role)
  return (
    <div className="flex flex-col gap-3 px-4 pb-5">
      <h2 className="text-lg">{t(isLearner ? 'empty.student' : 'empty.tutor')}</h2>
      <p className="text-muted">{t(isLearner ? 'empty.studentText' : 'empty.tutorText')}</p>
      {!isLearner && <OwnPage id={id} />}
    </div>
  )
}

/** The tutor as students see them; where it does not load, the link to the hours stays. */
function OwnPage({ id }: { id: number }) {
  const t = useMessages(chat)
  const { data: tutor } = useQuery(tutorQuery(id))
  return (
    <>
      {tutor && (
        <div className="group relative flex items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-card">
          <Avatar id={id} name={shownName(tutor)} src={tutor.image} size="lg" />
          <div className="min-w-0">
            <h3 className="truncate text-base">
              <TutorLink id={id} name={shownName(tutor) ?? ''} />
            </h3>
            <bdi translate="yes" lang={writtenIn(shownBio(tutor))} className="line-clamp-2 text-muted text-sm">
              {shownBio(tutor)}
            </bdi>
            <span aria-hidden className="font-semibold text-brand-ink text-sm">
              {t('empty.tutorPage')}
            </span>
          </div>
        </div>
      )}
      <LinkButton to="/schedule-management" variant="secondary" className="self-start">
        {t('empty.tutorAction')}
      </LinkButton>
    </>
  )
}

function Waiting() {
  const t = useMessages(chat)
  return (
    <Loading text={t('loading')} className="flex flex-col gap-4 p-4">
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton round className="size-12 shrink-0" />
          <div className="flex grow flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
