import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { UncontactedTutor } from '#contract/tutors'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { usePresence } from '../../shared/chat/presence.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { uncontactedQuery } from './queries.ts'
import { Group } from './rooms-panel.tsx'
import type { ChatTarget } from './search-params.ts'

/** Tutors to whom a student has not written yet. Optional: nothing is shown if it cannot be loaded. */
export function UncontactedTutors({ userId, chosen }: { userId: number; chosen: ChatTarget | null }) {
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
        <Avatar id={tutor.id} name={tutor.name} src={tutor.image} {...(isOnline ? { online: true } : {})} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">
            <bdi>{tutor.name ?? t('someone')}</bdi>
          </span>
          <bdi className="block truncate text-muted text-sm">{tutor.bio}</bdi>
        </span>
      </Link>
    </li>
  )
}
