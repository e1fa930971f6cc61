import { listRoomsOfPerson } from '#contract/calls/chat'
import { isStudent, isTutorSide } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { NotesAbout } from './notes-about.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'

/** A person's chat rooms, without message texts (docs/rules/staff.md 10.5). */
export function ChatsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">{t('chats.note')}</p>
      <DataList
        id="person-chats"
        title={t('chats.title', { name: displayNameOf(person) })}
        headingLevel={2}
        call={listRoomsOfPerson}
        params={{ userId: person.id }}
        queryKey={[...personKey(person.id), 'chats']}
        columns={columns}
        rowId={({ roomId }) => String(roomId)}
        rowName={({ otherMember }) => t('chats.rowName', { name: otherMember.name ?? String(otherMember.id) })}
        link={({ otherMember }) => ({
          to: isTutorSide(otherMember.role) ? '/tutor/$id' : '/user/$id',
          params: { id: String(otherMember.id) },
        })}
        empty={{ title: t('chats.empty') }}
      />
      {isStudent(person.role) && <NotesAbout studentId={person.id} />}
    </div>
  )
}

function useColumns(): ListColumn<typeof listRoomsOfPerson>[] {
  const t = useMessages(staffPerson)
  return [
    column.person('with', t('chats.columns.with'), ({ otherMember }) => otherMember),
    column.number('messages', t('chats.columns.messages'), ({ messageCount }) => messageCount),
    column.moment('last', t('chats.columns.last'), ({ lastMessageAt }) => lastMessageAt),
    column.moment('created', t('chats.columns.created'), ({ createdAt }) => createdAt),
  ]
}
