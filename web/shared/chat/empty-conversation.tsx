import { MessagesSquare } from 'lucide-react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** In place of the messages, while there are none. */
export function EmptyConversation({ name }: { name: string }) {
  const t = useMessages(chat)
  return <EmptyState icon={MessagesSquare} title={t('empty.first', { name })} text={t('empty.firstText')} />
}
