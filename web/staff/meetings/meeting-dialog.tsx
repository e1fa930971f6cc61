import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleX, ExternalLink, Undo2, Video } from 'lucide-react'
import { useState } from 'react'
import { interviewRetryAt, MONTHS_TO_REPEAT } from '#domain/meetings/booking'
import type { MeetingChange } from '#domain/meetings/changes'
import {
  isMeetingCanceled,
  type MeetingActor,
  type MeetingKind,
  MeetingStatus,
  whyNotMeetingStatus,
} from '#domain/meetings/statuses'
import { innerText } from '#domain/rich-text'
import { isAdmin } from '#domain/roles'
import { sessionPath } from '#domain/sessions/session-id'
import { staffMeetings } from '#messages/staff-meetings'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { APP_ORIGIN } from '../../platform/origin.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { useReadRecord } from '../audit/shared/use-read-record.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { RecordPanel } from '../table/shared/record-panel.tsx'
import { PassDialog } from './pass-dialog.tsx'
import { meetingQuery, RECORD_KIND, useSaveMeeting } from './queries.ts'
import { MeetingBadge } from './shared/meeting-badge.tsx'
import { WordsForm } from './words-form.tsx'

const { Pending, Passed, Rejected, CanceledByManager, CanceledByAdmin } = MeetingStatus

const VERDICTS = ['pass', 'reject', 'cancel', 'reopen'] as const
type Verdict = (typeof VERDICTS)[number]

/** Only a demo session can be cancelled by an admin as such (docs/rules/onboarding.md 4.3, 5.2). */
function statusOf(verdict: Verdict, kind: MeetingKind, actor: MeetingActor): MeetingStatus {
  const canceled = kind === 'demo' && actor === 'admin' ? CanceledByAdmin : CanceledByManager
  return { pass: Passed, reject: Rejected, cancel: canceled, reopen: Pending }[verdict]
}

type MeetingDialogProps = { kind: MeetingKind; id: number; onClose: () => void }

/** Everything about one meeting, and its judgement. */
export function MeetingDialog({ kind, id, onClose }: MeetingDialogProps) {
  const t = useMessages(staffMeetings)
  const query = useQuery(meetingQuery(kind, id, useMe()))
  const { data: meeting } = query
  const title = meeting ? t(`detail.title.${kind}`, { name: meeting.tutor.name ?? t('nameless') }) : t('title')
  return (
    <RecordPanel
      query={query}
      title={title}
      missing={<Banner tone="warning">{t('detail.missing')}</Banner>}
      onClose={onClose}
    >
      {(found) => <Judgement meeting={found} />}
    </RecordPanel>
  )
}

/** How this account acts on the meeting; null for another manager. */
function useActor({ manager }: Meeting): MeetingActor | null {
  const me = useMe()
  if (isAdmin(me.role)) return 'admin'
  return me.id === manager.id ? 'manager' : null
}

function Judgement({ meeting }: { meeting: Meeting }) {
  const t = useMessages(staffMeetings)
  const save = useSaveMeeting()
  const [isTyping, setTyping] = useState(false)
  const read = useReadRecord(meeting, isTyping)
  const actor = useActor(meeting)
  const { kind, id, status, tutorFeedback } = meeting
  return (
    <div className="flex flex-col gap-5">
      <RecordPresence kind={RECORD_KIND[kind]} id={id} />
      <Facts meeting={meeting} />
      {isMeetingCanceled(status) && <Banner>{t('detail.final')}</Banner>}
      {actor === null && <Banner>{t('detail.notYours')}</Banner>}
      {tutorFeedback !== null && (
        <div>
          <h3 className="font-semibold text-[0.9375rem]">{t('detail.tutorFeedback')}</h3>
          <p className="whitespace-pre-line text-muted">
            {tutorFeedback === '' ? t('detail.skipped') : innerText(tutorFeedback)}
          </p>
        </div>
      )}
      {actor !== null && (
        <WordsForm key={read.updatedAt} read={read} onSave={(changed) => save(read, changed)} onTyping={setTyping} />
      )}
      {actor !== null && <Verdicts meeting={meeting} actor={actor} />}
    </div>
  )
}

/** The people and time of a meeting, and the manager's link to join. */
function Facts({ meeting }: { meeting: Meeting }) {
  const t = useMessages(staffMeetings)
  const format = useFormat()
  const me = useMe()
  const { kind, tutor, manager, start, status } = meeting
  const name = tutor.name ?? t('nameless')
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar id={tutor.id} name={name} src={tutor.image} size="lg" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold">{name}</p>
        <p className="text-muted text-sm">{t('detail.with', { name: manager.name ?? t('nameless') })}</p>
        <p className="mb-1 text-sm">{format.moment(start)}</p>
        <MeetingBadge status={status} />
      </div>
      <div className="flex flex-col gap-2">
        {me.id === manager.id && status === Pending && (
          <AnchorButton href={`${APP_ORIGIN}${sessionPath(meeting)}`} size="sm" icon={Video}>
            {t(`detail.join.${kind}`)}
          </AnchorButton>
        )}
        <AnchorButton href={`${APP_ORIGIN}/t/${tutor.id}`} size="sm" variant="secondary" icon={ExternalLink}>
          {t('detail.profile')}
        </AnchorButton>
      </div>
    </div>
  )
}

/** What each verdict will do. */
function useEffects({ kind, tutor, start, status }: Meeting): Record<Verdict, { title: string; text: string }> {
  const t = useMessages(staffMeetings)
  const format = useFormat()
  const name = tutor.name ?? t('nameless')
  const again = Math.max(interviewRetryAt({ status: Rejected, start }), now())
  return {
    pass: { title: t('ask.passTitle', { name }), text: t(`ask.pass.${kind}`, { months: MONTHS_TO_REPEAT }) },
    reject: { title: t('ask.rejectTitle', { name }), text: t(`ask.reject.${kind}`, { day: format.fullDay(again) }) },
    cancel: { title: t('ask.cancelTitle', { name }), text: t('ask.cancelText', { moment: format.moment(start) }) },
    reopen: { title: t('ask.reopenTitle'), text: t('ask.reopenText', { status: staffMeetings.status[status] }) },
  }
}

const looks = {
  pass: { icon: CircleCheck, variant: 'primary' },
  reject: { icon: CircleX, variant: 'danger' },
  cancel: { icon: Ban, variant: 'danger-ghost' },
  reopen: { icon: Undo2, variant: 'secondary' },
} as const

/** The verdicts that the rules allow; each states its effect first, and some ask for a reason (docs/rules/staff.md 9.2). */
function Verdicts({ meeting, actor }: { meeting: Meeting; actor: MeetingActor }) {
  const t = useMessages(staffMeetings)
  const save = useSaveMeeting()
  const effects = useEffects(meeting)
  // The verdict is on the version that was shown when it was asked for, whatever is fetched meanwhile.
  const [dialog, setDialog] = useState<{ verdict: Verdict; on: Meeting } | null>(null)
  const { kind, status } = meeting
  const allowed = VERDICTS.filter(
    (verdict) => whyNotMeetingStatus(kind, status, statusOf(verdict, kind, actor), actor) === null,
  )
  const decide = async (
    verdict: Verdict,
    on: Meeting,
    { score, reason = '' }: { score?: MeetingChange; reason?: string },
  ) => {
    const next = statusOf(verdict, kind, actor)
    try {
      if (await save(on, { status: next, ...score }, { reason }))
        toast.success(t('acts.done', { status: staffMeetings.status[next] }), { id: 'meeting' })
    } catch (error) {
      toast.error(t('detail.failed'), { id: 'meeting', description: errorText(error) })
      throw error
    }
  }
  const close = () => setDialog(null)
  if (allowed.length === 0) return null
  return (
    <section
      aria-label={t('detail.verdict')}
      className="sticky -bottom-5 -mb-5 flex flex-wrap gap-3 border-line border-t bg-surface py-4 sm:-bottom-7 sm:-mb-7"
    >
      {allowed.map((verdict) => (
        <Button
          key={verdict}
          icon={looks[verdict].icon}
          variant={looks[verdict].variant}
          onClick={() => setDialog({ verdict, on: meeting })}
        >
          {t(`acts.${verdict}`)}
        </Button>
      ))}
      {dialog?.verdict === 'pass' && (
        <PassDialog
          meeting={dialog.on}
          title={effects.pass.title}
          text={effects.pass.text}
          onPass={(score) => decide('pass', dialog.on, { score })}
          onClose={close}
        />
      )}
      {dialog && dialog.verdict !== 'pass' && (
        <ReasonDialog
          title={effects[dialog.verdict].title}
          description={effects[dialog.verdict].text}
          confirmLabel={t(`acts.${dialog.verdict}`)}
          onConfirm={(reason) => decide(dialog.verdict, dialog.on, { reason })}
          onClose={close}
        />
      )}
    </section>
  )
}
