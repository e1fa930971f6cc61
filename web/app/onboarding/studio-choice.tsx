import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Clock, MapPin, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { openRoom } from '#contract/calls/chat'
import type { Studio } from '#contract/studios'
import { photoSession } from '#messages/photo-session'
import { messagesOf, useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { studiosQuery } from '../../shared/account/own-profile.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { roomsQuery } from '../../shared/chat/room-queries.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'

/** Opens the conversation of the tutor with a studio, which is created where they have none yet (docs/rules/chat.md 1.1). */
function useMessageStudio(studioId: number) {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const query = roomsQuery(me.id)
  return useMutation({
    mutationFn: async () => {
      const { list } = await queryClient.fetchQuery(query)
      const found = list.find(({ otherMember }) => otherMember.id === studioId)
      if (found) return found.roomId
      const { roomId } = await request(openRoom, { body: { userId: studioId } })
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      return roomId
    },
    onSuccess: (room) => navigate({ to: '/chat', search: { room } }),
    onError: (error) =>
      toast.error(messagesOf(photoSession)('studio.messageFailed'), { id: 'studio', description: errorText(error) }),
  })
}

/** The tutor's studio with a way to write to it; before one is chosen, all that there are. */
export function StudioChoice({ studioId }: { studioId: number | null }) {
  const t = useMessages(photoSession)
  const studios = useQuery(studiosQuery)
  const queryClient = useQueryClient()
  const saveAccount = useSaveAccount()
  const [isChanging, setChanging] = useState(false)
  const [saving, setSaving] = useState<number | null>(null)
  const choose = async (id: number) => {
    setSaving(id)
    try {
      await saveAccount({ studioId: id })
      void queryClient.invalidateQueries({ queryKey: keys.onboarding })
      setChanging(false)
      toast.success(t('studio.chosen'), { id: 'studio' })
    } catch (error) {
      toast.error(t('studio.failed'), { id: 'studio', description: errorText(error) })
    } finally {
      setSaving(null)
    }
  }
  const list = studios.data?.list ?? []
  const own = list.find(({ id }) => id === studioId)
  if (own && !isChanging) return <OwnStudio studio={own} onChange={list.length > 1 ? () => setChanging(true) : null} />
  return (
    <QueryView
      query={studios}
      loading={<Skeleton className="h-40 rounded-card" />}
      empty={() => list.length === 0 && <p className="text-muted">{t('studio.none')}</p>}
    >
      {() => (
        <div className="flex flex-col gap-3">
          <ul className="grid gap-3 sm:grid-cols-2">
            {list.map((studio) => (
              <li key={studio.id}>
                <StudioCard studio={studio}>
                  <Button
                    variant={studio.id === studioId ? 'secondary' : 'primary'}
                    size="sm"
                    loading={saving === studio.id}
                    aria-label={`${t('studio.choose')}: ${studio.name ?? t('studio.nameless', { id: String(studio.id) })}`}
                    onClick={() => (studio.id === studioId ? setChanging(false) : void choose(studio.id))}
                  >
                    {t(studio.id === studioId ? 'studio.keep' : 'studio.choose')}
                  </Button>
                </StudioCard>
              </li>
            ))}
          </ul>
        </div>
      )}
    </QueryView>
  )
}

function OwnStudio({ studio, onChange }: { studio: Studio; onChange: (() => void) | null }) {
  const t = useMessages(photoSession)
  const message = useMessageStudio(studio.id)
  return (
    <StudioCard studio={studio}>
      <Button size="sm" icon={MessageCircle} loading={message.isPending} onClick={() => message.mutate()}>
        {t('studio.message')}
      </Button>
      {onChange && (
        <Button variant="ghost" size="sm" onClick={onChange}>
          {t('studio.change')}
        </Button>
      )}
    </StudioCard>
  )
}

function StudioCard({ studio, children }: { studio: Studio; children: ReactNode }) {
  const t = useMessages(photoSession)
  const name = studio.name ?? t('studio.nameless', { id: String(studio.id) })
  return (
    <article className="flex h-full flex-col gap-3 rounded-card border border-line p-4">
      <header className="flex items-center gap-3">
        <Avatar id={studio.id} name={name} src={studio.image} size="sm" />
        <h4 className="min-w-0 truncate text-base">{name}</h4>
      </header>
      <dl className="flex grow flex-col gap-2 text-sm">
        <div className="flex items-start gap-2">
          <dt>
            <MapPin aria-hidden className="mt-1 size-4 text-muted" />
            <span className="sr-only">{t('studio.address')}</span>
          </dt>
          <dd>{studio.address ?? <span className="text-muted">{t('studio.unknown')}</span>}</dd>
        </div>
        <div className="flex items-start gap-2">
          <dt>
            <Clock aria-hidden className="mt-1 size-4 text-muted" />
            <span className="sr-only">{t('studio.hours')}</span>
          </dt>
          <dd className="whitespace-pre-line">
            {studio.hours ?? <span className="text-muted">{t('studio.unknown')}</span>}
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        {children}
        {studio.mapUrl !== null && (
          <AnchorButton href={studio.mapUrl} target="_blank" rel="noreferrer" variant="ghost" size="sm" icon={MapPin}>
            {t('studio.map')}
          </AnchorButton>
        )}
      </div>
    </article>
  )
}
