import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CircleCheck, CircleX, ExternalLink, Undo2, UserRoundCog } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type IntroVideoWithMembers, updateIntroVideo } from '#contract/intro-videos'
import { addMonths, fromIso } from '#domain/cairo'
import { MONTHS_TO_REAPPLY } from '#domain/interviews/booking'
import { IntroVideoState, whyNotIntroVideoState } from '#domain/intro-videos/states'
import { isAdmin } from '#domain/roles'
import { staffMedia } from '../../i18n/ar/staff-media.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { APP_ORIGIN } from '../../platform/origin.ts'
import { keys } from '../../platform/query-keys.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../staff-table/shared/reason-dialog.tsx'

const ReassignDialog = lazy(async () => ({ default: (await import('./reassign-dialog.tsx')).ReassignDialog }))

const { Pending, Approved, Rejected } = IntroVideoState

type ReviewPanelProps = {
  video: IntroVideoWithMembers
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onDecided: () => void
}

/** Judges a video; undoing it from the notice makes it pending again. */
function useJudgement({ id, updatedAt }: IntroVideoWithMembers) {
  const t = useMessages(staffMedia)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.introVideos })
  const undo = async () => {
    const body = { state: Pending }
    await request(updateIntroVideo, { params: { id }, body }).catch((error) => {
      toast.error(t('failed'), { id: `video-${id}`, description: errorText(error) })
    })
    await refresh()
    return true
  }
  return useMutation({
    mutationFn: ({ state, reason = '' }: { state: IntroVideoState; reason?: string }) =>
      request(updateIntroVideo, { params: { id }, body: { state } }, { reason, version: updatedAt }),
    onSuccess: (_, { state }) => {
      const actions = state === Pending ? [] : [{ label: t('acts.undo'), onAction: undo }]
      toast.success(staffMedia.done[state], { id: `video-${id}`, duration: 8000, actions })
    },
    onError: (error) => toast.error(t('failed'), { id: `video-${id}`, description: errorText(error) }),
    onSettled: refresh,
  })
}

/** The video, what is known of it, and the decision. */
export function ReviewPanel({ video, onNext, onPrevious, onDecided }: ReviewPanelProps) {
  const t = useMessages(staffMedia)
  const format = useFormat()
  const me = useMe()
  const judging = useJudgement(video)
  const [asked, setAsked] = useState<'reject' | 'reopen' | 'reassign' | null>(null)
  const [isBroken, setBroken] = useState(false)
  const name = video.tutor.name ?? t('nameless')
  const who = isAdmin(me.role) ? 'admin' : 'reviewer'
  const mayBecome = (state: IntroVideoState) =>
    video.state !== state && whyNotIntroVideoState(video.state, state, who) === null
  const decide = async (state: IntroVideoState, reason?: string) => {
    await judging.mutateAsync(reason === undefined ? { state } : { state, reason })
    onDecided()
  }
  const again = format.fullDay(Math.max(now(), addMonths(fromIso(video.createdAt), MONTHS_TO_REAPPLY)))
  const told =
    video.state === Pending
      ? t('told.approve')
      : video.state === Approved
        ? t('told.approved')
        : t('told.rejected', { day: again })
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-48 flex-1 text-lg">{name}</h2>
        <AnchorButton href={`${APP_ORIGIN}/t/${video.tutorId}`} size="sm" variant="ghost" icon={ExternalLink}>
          {t('profile')}
        </AnchorButton>
        <span className="flex">
          <IconButton icon={ChevronLeft} mirrorIcon label={t('previous')} disabled={!onPrevious} onClick={onPrevious} />
          <IconButton icon={ChevronRight} mirrorIcon label={t('next')} disabled={!onNext} onClick={onNext} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: tutors send no captions */}
      <video
        src={video.src}
        controls
        preload="metadata"
        aria-label={t('player', { name })}
        onError={() => setBroken(true)}
        className="aspect-video w-full rounded-card bg-ink"
      />
      {isBroken && <Banner tone="warning">{t('broken')}</Banner>}
      <p className="text-muted text-sm">{t('rules')}</p>
      <p className="text-sm">{told}</p>
      <div className="flex flex-wrap gap-3 border-line border-t pt-4">
        {mayBecome(Approved) && (
          <Button
            icon={CircleCheck}
            loading={judging.isPending}
            onClick={() => void decide(Approved).catch(() => undefined)}
          >
            {t('acts.approve')}
          </Button>
        )}
        {mayBecome(Rejected) && (
          <Button variant="danger" icon={CircleX} onClick={() => setAsked('reject')}>
            {t('acts.reject')}
          </Button>
        )}
        {mayBecome(Pending) && (
          <Button variant="secondary" icon={Undo2} onClick={() => setAsked('reopen')}>
            {t('acts.reopen')}
          </Button>
        )}
        {who === 'admin' && (
          <Button variant="ghost" icon={UserRoundCog} onClick={() => setAsked('reassign')}>
            {t('acts.reassign')}
          </Button>
        )}
      </div>
      {asked === 'reject' && (
        <ReasonDialog
          title={t('ask.rejectTitle', { name })}
          description={t('ask.rejectText', { day: again })}
          confirmLabel={t('acts.reject')}
          onConfirm={(reason) => decide(Rejected, reason)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'reopen' && (
        <ReasonDialog
          tone="warning"
          title={t('ask.reopenTitle', { name })}
          description={t('ask.reopenText')}
          confirmLabel={t('acts.reopen')}
          onConfirm={(reason) => decide(Pending, reason)}
          onClose={() => setAsked(null)}
        />
      )}
      <Suspense>{asked === 'reassign' && <ReassignDialog video={video} onClose={() => setAsked(null)} />}</Suspense>
    </Card>
  )
}
