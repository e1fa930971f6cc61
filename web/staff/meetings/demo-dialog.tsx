import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoSessionWithMembers } from '#contract/meetings'
import { fromIso } from '#domain/cairo'
import { isMeetingCanceled, type MeetingActor, MeetingStatus, whyNotMeetingStatus } from '#domain/meetings/statuses'
import { isAdmin } from '#domain/roles'
import { staffInterviews } from '#messages/staff-interviews'
import { useMessages } from '../../messages/messages.ts'
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
import { demoQuery } from './queries.ts'
import { demoTone } from './tones.ts'
import { TutorFeedback } from './tutor-feedback.tsx'
import { useSaveDemo } from './use-save-demo.ts'
import { type Verdict, VerdictButtons } from './verdict-buttons.tsx'
import { type ChangedWords, WordsForm } from './words-form.tsx'

const { Pending, Passed, Rejected, CanceledByManager, CanceledByAdmin } = MeetingStatus

const statusOf = (verdict: Verdict, actor: MeetingActor): MeetingStatus => {
  if (verdict === 'cancel') return actor === 'admin' ? CanceledByAdmin : CanceledByManager
  return { pass: Passed, reject: Rejected, reopen: Pending }[verdict]
}

/** Everything about one demo session, and its judgement. */
export function DemoDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages(staffInterviews)
  const me = useMe()
  const { data: demo, isError, isFetching, refetch } = useQuery(demoQuery(id, me))
  const title = demo ? t('detail.demo', { name: demo.tutor.name ?? t('nameless') }) : t('title')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      size="lg"
      loading={demo === undefined && !isError}
    >
      {isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {demo === null && <Banner tone="warning">{t('detail.missing')}</Banner>}
      {demo && <Judgement demo={demo} />}
    </Dialog>
  )
}

function Judgement({ demo }: { demo: DemoSessionWithMembers }) {
  const t = useMessages(staffInterviews)
  const format = useFormat()
  const me = useMe()
  const save = useSaveDemo()
  const [isTyping, setTyping] = useState(false)
  const read = useReadRecord(demo, isTyping)
  const { id, status, tutor, tutorManager } = demo
  const isMine = me.id === tutorManager.id
  const actor: MeetingActor | null = isAdmin(me.role) ? 'admin' : isMine ? 'manager' : null
  const verdicts: readonly Verdict[] = ['pass', 'reject', 'cancel', 'reopen']
  const allowed = verdicts.filter(
    (verdict) => actor !== null && whyNotMeetingStatus('demo', status, statusOf(verdict, actor), actor) === null,
  )
  const name = tutor.name ?? t('nameless')
  const words = {
    pass: { title: t('ask.passTitle', { name }), text: t('ask.passDemo') },
    reject: { title: t('ask.rejectTitle', { name }), text: t('ask.rejectDemo') },
    cancel: {
      title: t('ask.cancelTitle', { name }),
      text: t('ask.cancelText', { moment: format.moment(fromIso(demo.start)) }),
    },
    reopen: {
      title: t('ask.reopenTitle'),
      text: t('ask.reopenText', { status: staffInterviews.demoStatus[status] }),
    },
  }
  const decide = async (verdict: Verdict, reason = '') => {
    if (actor === null) return
    const next = statusOf(verdict, actor)
    try {
      if (await save(demo, { status: next }, { reason }))
        toast.success(t('acts.done', { status: staffInterviews.demoStatus[next] }), { id: 'meeting' })
    } catch (error) {
      toast.error(t('detail.failed'), { id: 'meeting', description: errorText(error) })
      throw error
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <RecordPresence kind="demo-session" id={id} />
      <MeetingFacts
        tutor={tutor}
        manager={tutorManager}
        start={fromIso(demo.start)}
        status={{ label: staffInterviews.demoStatus[status], tone: demoTone(status) }}
        join={isMine && status === Pending ? { path: `/demo-session/${id}`, label: t('detail.joinDemo') } : null}
      />
      {isMeetingCanceled(status) && <Banner>{t('detail.final')}</Banner>}
      {actor === null && <Banner>{t('detail.notYours')}</Banner>}
      <TutorFeedback feedback={demo.tutorFeedback} />
      {actor !== null && (
        <WordsForm
          key={read.updatedAt}
          read={{ level: read.level, feedback: read.tutorManagerFeedback, note: read.note }}
          onSave={({ feedback, ...changed }: ChangedWords) =>
            save(read, feedback === undefined ? changed : { ...changed, tutorManagerFeedback: feedback })
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
