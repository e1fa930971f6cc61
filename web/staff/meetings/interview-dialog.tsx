import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InterviewWithMembers } from '#contract/meetings'
import { fromIso } from '#domain/cairo'
import { interviewRetryAt, MONTHS_TO_REPEAT } from '#domain/meetings/booking'
import {
  type InterviewStatus,
  isMeetingCanceled,
  type MeetingActor,
  MeetingStatus,
  whyNotMeetingStatus,
} from '#domain/meetings/statuses'
import { isAdmin } from '#domain/roles'
import { staffInterviews } from '#messages/staff-interviews'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { useReadRecord } from '../audit/shared/use-read-record.ts'
import { MeetingFacts } from './meeting-facts.tsx'
import { interviewQuery } from './queries.ts'
import { interviewTone } from './tones.ts'
import { TutorFeedback } from './tutor-feedback.tsx'
import { useSaveInterview } from './use-save-interview.ts'
import { type Verdict, VerdictButtons } from './verdict-buttons.tsx'
import { type ChangedWords, WordsForm } from './words-form.tsx'

const { Pending, Passed, Rejected, CanceledByManager } = MeetingStatus
const STATUS_OF: Record<Verdict, InterviewStatus> = {
  pass: Passed,
  reject: Rejected,
  cancel: CanceledByManager,
  reopen: Pending,
}

/** Everything about one interview, and its judgement. */
export function InterviewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages(staffInterviews)
  const { data: interview, isError, isFetching, refetch } = useQuery(interviewQuery(id))
  const title = interview ? t('detail.interview', { name: interview.interviewee.name ?? t('nameless') }) : t('title')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      size="lg"
      loading={interview === undefined && !isError}
    >
      {isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {interview === null && <Banner tone="warning">{t('detail.missing')}</Banner>}
      {interview && <Judgement interview={interview} />}
    </Dialog>
  )
}

/** How this account acts on the interview; null for another manager. */
function useActor({ interviewerId }: InterviewWithMembers): MeetingActor | null {
  const me = useMe()
  if (isAdmin(me.role)) return 'admin'
  return me.id === interviewerId ? 'manager' : null
}

function Judgement({ interview }: { interview: InterviewWithMembers }) {
  const t = useMessages(staffInterviews)
  const me = useMe()
  const save = useSaveInterview()
  const [isTyping, setTyping] = useState(false)
  const read = useReadRecord(interview, isTyping)
  const actor = useActor(interview)
  const { id, status, interviewer, interviewee } = interview
  const start = fromIso(interview.start)
  const allowed = (Object.keys(STATUS_OF) as Verdict[]).filter(
    (verdict) => actor !== null && whyNotMeetingStatus('interview', status, STATUS_OF[verdict], actor) === null,
  )
  const decide = async (verdict: Verdict, reason = '') => {
    const next = STATUS_OF[verdict]
    try {
      if (await save(interview, { status: next }, { reason }))
        toast.success(t('acts.done', { status: staffInterviews.interviewStatus[next] }), { id: 'interview' })
    } catch (error) {
      toast.error(t('detail.failed'), { id: 'interview', description: errorText(error) })
      throw error
    }
  }
  const words = useVerdictWords(interview)
  const isMine = me.id === interview.interviewerId
  return (
    <div className="flex flex-col gap-5">
      <RecordPresence kind="interview" id={id} />
      <MeetingFacts
        tutor={interviewee}
        manager={interviewer}
        start={start}
        status={{ label: staffInterviews.interviewStatus[status], tone: interviewTone(status) }}
        join={isMine && status === Pending ? { path: `/interview/${id}`, label: t('detail.join') } : null}
      />
      {isMeetingCanceled(status) && <Banner>{t('detail.final')}</Banner>}
      {actor === null && <Banner>{t('detail.notYours')}</Banner>}
      <TutorFeedback feedback={interview.intervieweeFeedback} />
      {actor !== null && (
        <WordsForm
          key={read.updatedAt}
          read={{ level: read.level, feedback: read.interviewerFeedback, note: read.note }}
          onSave={({ feedback, ...changed }: ChangedWords) =>
            save(read, feedback === undefined ? changed : { ...changed, interviewerFeedback: feedback })
          }
          onTyping={setTyping}
        />
      )}
      {allowed.length > 0 && (
        <section
          aria-label={t('detail.verdict')}
          className="sticky -bottom-5 -mb-5 flex flex-wrap gap-3 border-line border-t bg-surface py-4 sm:-bottom-7 sm:-mb-7"
        >
          <VerdictButtons allowed={allowed} words={words} onDecide={decide} />
        </section>
      )}
    </div>
  )
}

function useVerdictWords(interview: InterviewWithMembers): Record<Verdict, { title: string; text: string }> {
  const t = useMessages(staffInterviews)
  const format = useFormat()
  const name = interview.interviewee.name ?? t('nameless')
  const again = interviewRetryAt({ status: Rejected, start: fromIso(interview.start) })
  return {
    pass: { title: t('ask.passTitle', { name }), text: t('ask.passInterview', { months: MONTHS_TO_REPEAT }) },
    reject: {
      title: t('ask.rejectTitle', { name }),
      text: t('ask.rejectInterview', { day: format.fullDay(Math.max(again, now())) }),
    },
    cancel: {
      title: t('ask.cancelTitle', { name }),
      text: t('ask.cancelText', { moment: format.moment(fromIso(interview.start)) }),
    },
    reopen: {
      title: t('ask.reopenTitle'),
      text: t('ask.reopenText', { status: staffInterviews.interviewStatus[interview.status] }),
    },
  }
}
