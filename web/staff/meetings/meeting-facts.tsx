import { ExternalLink, Video } from 'lucide-react'
import type { Member } from '#contract/users'
import { staffInterviews } from '#messages/staff-interviews'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { APP_ORIGIN } from '../../platform/origin.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'

type MeetingFactsProps = {
  tutor: Member
  manager: Member
  start: number
  status: { label: string; tone: Tone }
  /** The session's path in the app, for the manager whose meeting it is. */
  join: { path: string; label: string } | null
}

/** The people and time of a meeting, and the manager's link to join. */
export function MeetingFacts({ tutor, manager, start, status, join }: MeetingFactsProps) {
  const t = useMessages(staffInterviews)
  const format = useFormat()
  const name = tutor.name ?? t('nameless')
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar id={tutor.id} name={name} src={tutor.image} size="lg" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold">{name}</p>
        <p className="text-muted text-sm">{t('detail.with', { name: manager.name ?? t('nameless') })}</p>
        <p className="text-sm">{format.moment(start)}</p>
        <Badge tone={status.tone} className="mt-1">
          {status.label}
        </Badge>
      </div>
      <div className="flex flex-col gap-2">
        {join && (
          <AnchorButton href={`${APP_ORIGIN}${join.path}`} size="sm" icon={Video}>
            {join.label}
          </AnchorButton>
        )}
        <AnchorButton href={`${APP_ORIGIN}/t/${tutor.id}`} size="sm" variant="secondary" icon={ExternalLink}>
          {t('detail.profile')}
        </AnchorButton>
      </div>
    </div>
  )
}
