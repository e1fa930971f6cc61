import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { openRoom } from '#contract/calls/chat'
import { staffStudio } from '#messages/staff-studio'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { acquireSocket } from '../../platform/user-socket.ts'
import { roomsQuery } from '../../shared/chat/room-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const ChatPanel = lazyPart(async () => (await import('../../shared/chat/chat-panel.tsx')).ChatPanel)

/** The conversation of a studio with a tutor who chose it, in which they agree on a time (docs/rules/onboarding.md 6.2). */
export function TutorChat({ tutorId }: { tutorId: number }) {
  const t = useMessages(staffStudio)
  const me = useMe()
  const queryClient = useQueryClient()
  const query = roomsQuery(me.id)
  const room = useQuery({
    ...query,
    select: ({ list }) => list.find(({ otherMember }) => otherMember.id === tutorId)?.roomId ?? null,
  })
  const isMissing = room.data === null
  const lookAgain = useEffectEvent(() => void room.refetch())
  useEffect(() => {
    if (!isMissing) return
    // The tutor may open the room first: their message is the first that is heard of it.
    return acquireSocket(me.id, { onEvent: ({ event }) => void (event === 'RoomMessage' && lookAgain()) })
  }, [isMissing, me.id])
  const opening = useMutation({
    mutationFn: () => request(openRoom, { body: { userId: tutorId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  if (typeof room.data === 'number')
    return (
      <Card padding="none" className="h-[min(36rem,80dvh)] overflow-hidden xl:sticky xl:top-4">
        <Suspense fallback={<Spinner />}>
          <ChatPanel roomId={room.data} title={t('one.chat')} />
        </Suspense>
      </Card>
    )
  const error = opening.error ?? room.error
  return (
    <Card className="self-start">
      <SectionHeading title={t('one.chat')} text={t('one.chatText')} />
      {error && <ErrorState text={errorText(error)} onRetry={() => void room.refetch()} retrying={room.isFetching} />}
      {room.data === null && (
        <Button icon={MessageCircle} loading={opening.isPending} onClick={() => opening.mutate()}>
          {t('one.openChat')}
        </Button>
      )}
      {room.isPending && <Spinner />}
    </Card>
  )
}
