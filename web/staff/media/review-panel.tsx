import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CircleCheck, CircleX, ExternalLink, Undo2, UserRoundCog } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { updateIntroVideo } from '#contract/calls/intro-videos'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import { addMonths, fromIso } from '#domain/cairo'
import { MONTHS_TO_REAPPLY } from '#domain/meetings/booking'
import { IntroVideoState, whyNotIntroVideoState } from '#domain/onboarding/video-states'
import { isAdmin } from '#domain/roles'
import { staffMedia } from '#messages/staff-media'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { APP_ORIGIN } from '../../platform/origin.ts'
import { keys } from '../../platform/query-keys.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isKeyTaken } from '../../ui/data-table/row-keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { ReviewPlayer } from './review-player.tsx'
import { useSaveVideo } from './use-save-video.ts'
import { useNoteDraft, VideoNotes } from './video-notes.tsx'

const ReassignDialog = lazyPart(async () => (await import('./reassign-dialog.tsx')).ReassignDialog)

const { Pending, Approved, Rejected } = IntroVideoState

type OpenDialog = { act: 'reject' | 'reopen' | 'reassign'; read: IntroVideoWithMembers }

type ReviewPanelProps = {
  video: IntroVideoWithMembers
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onDecided: () => void
}

type Judgement = { video: IntroVideoWithMembers; state: IntroVideoState; reason?: string }

/** Judges a video; undoing it from the notice makes it pending again. */
function useJudgement() {
  const t = useMessages(staffMedia)
  const queryClient = useQueryClient()
  const save = useSaveVideo()
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.introVideos })
  const undo = async (id: number) => {
    const body = { state: Pending }
    await request(updateIntroVideo, { params: { id }, body }).catch((error) => {
      toast.error(t('failed'), { id: `video-${id}`, description: errorText(error) })
    })
    await refresh()
    return true
  }
  return useMutation({
    mutationFn: ({ video, state, reason = '' }: Judgement) =>
      save(video, state === Rejected ? { state, reason } : { state }, reason),
    onSuccess: (isSaved, { video: { id }, state }) => {
      if (!isSaved) return
      const actions = state === Pending ? [] : [{ label: t('acts.undo'), onAction: () => undo(id) }]
      toast.success(staffMedia.done[state], { id: `video-${id}`, duration: 8000, actions })
    },
    onError: (error, { video: { id } }) =>
      toast.error(t('failed'), { id: `video-${id}`, description: errorText(error) }),
  })
}

/** The video, its data, and the decision. */
export function ReviewPanel({ video, onNext, onPrevious, onDecided }: ReviewPanelProps) {
  const t = useMessages(staffMedia)
  const format = useFormat()
  const me = useMe()
  const judging = useJudgement()
  // With the video as it was shown when the act was asked for, whatever is fetched meanwhile.
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const player = useRef<HTMLVideoElement>(null)
  const writing = useNoteDraft(player)
  const name = video.tutor.name ?? t('nameless')
  const who = isAdmin(me.role) ? 'admin' : 'reviewer'
  const mayBecome = (state: IntroVideoState) =>
    video.state !== state && whyNotIntroVideoState(video.state, state, who) === null
  const decide = async (judgement: Judgement) => {
    if (await judging.mutateAsync(judgement)) onDecided()
  }
  const approve = () => void decide({ video, state: Approved }).catch(() => undefined)
  const reject = () => setDialog({ act: 'reject', read: video })
  useReviewKeys({
    KeyN: writing.begin,
    KeyA: mayBecome(Approved) && !judging.isPending ? approve : undefined,
    KeyR: mayBecome(Rejected) && !judging.isPending ? reject : undefined,
  })
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
      <RecordPresence kind="intro-video" id={video.id} />
      <ReviewPlayer player={player} src={video.src} name={name} />
      <VideoNotes video={video} player={player} writing={writing} />
      <p className="text-muted text-sm">{t('rules')}</p>
      <p className="text-sm">{told}</p>
      {video.reason !== null && (
        <p
          dir="auto"
          lang={writtenIn(video.reason)}
          className="whitespace-pre-line rounded-control bg-danger-soft p-3 text-danger-ink text-sm"
        >
          {t('reasonIs', { reason: video.reason })}
        </p>
      )}
      <div className="flex flex-wrap gap-3 border-line border-t pt-4">
        {mayBecome(Approved) && (
          <Button icon={CircleCheck} loading={judging.isPending} onClick={approve}>
            {t('acts.approve')}
          </Button>
        )}
        {mayBecome(Rejected) && (
          <Button variant="danger" icon={CircleX} onClick={reject}>
            {t('acts.reject')}
          </Button>
        )}
        {mayBecome(Pending) && (
          <Button variant="secondary" icon={Undo2} onClick={() => setDialog({ act: 'reopen', read: video })}>
            {t('acts.reopen')}
          </Button>
        )}
        {who === 'admin' && (
          <Button variant="ghost" icon={UserRoundCog} onClick={() => setDialog({ act: 'reassign', read: video })}>
            {t('acts.reassign')}
          </Button>
        )}
      </div>
      {dialog?.act === 'reject' && (
        <ReasonDialog
          title={t('ask.rejectTitle', { name })}
          description={t('ask.rejectText', { day: again })}
          confirmLabel={t('acts.reject')}
          label={t('ask.rejectLabel')}
          templates={Object.values(staffMedia.ask.templates)}
          onConfirm={(reason) => decide({ video: dialog.read, state: Rejected, reason })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.act === 'reopen' && (
        <ReasonDialog
          tone="warning"
          title={t('ask.reopenTitle', { name })}
          description={t('ask.reopenText')}
          confirmLabel={t('acts.reopen')}
          onConfirm={(reason) => decide({ video: dialog.read, state: Pending, reason })}
          onClose={() => setDialog(null)}
        />
      )}
      <Suspense>
        {dialog?.act === 'reassign' && <ReassignDialog video={dialog.read} onClose={() => setDialog(null)} />}
      </Suspense>
    </Card>
  )
}

/** By the place of the key on the keyboard, whatever it types. */
function useReviewKeys(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.code]
    if (!act || event.shiftKey || isKeyTaken(event)) return
    // The letter must not be typed into the field that the act opens.
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
