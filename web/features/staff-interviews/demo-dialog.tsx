import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DemoSessionWithMembers, updateDemoSession } from '#contract/demo-sessions'
import { fromIso } from '#domain/cairo'
import {
  type DemoSessionActor,
  DemoSessionStatus,
  isDemoSessionCanceled,
  whyNotDemoSessionStatus,
} from '#domain/demo-sessions/statuses'
import { isAdmin } from '#domain/roles'
import { staffInterviews } from '../../i18n/ar/staff-interviews.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecordPresence } from '../staff-audit/shared/record-presence.tsx'
import { saveVersioned } from '../staff-audit/shared/versioned-save.ts'
import { MeetingFacts } from './meeting-facts.tsx'
import { demoQuery, refreshMeetings } from './queries.ts'
import { demoTone } from './tones.ts'
import { type Verdict, VerdictButtons } from './verdict-buttons.tsx'

const { Pending, Passed, Rejected, CanceledByTutorManager, CanceledByAdmin } = DemoSessionStatus

const statusOf = (verdict: Verdict, actor: DemoSessionActor): DemoSessionStatus => {
  if (verdict === 'cancel') return actor === 'admin' ? CanceledByAdmin : CanceledByTutorManager
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
  const queryClient = useQueryClient()
  const { id, status, tutor, tutorManager } = demo
  const isMine = me.id === tutorManager.id
  const actor: DemoSessionActor | null = isAdmin(me.role) ? 'admin' : isMine ? 'tutor-manager' : null
  const verdicts: readonly Verdict[] = ['pass', 'reject', 'cancel', 'reopen']
  const allowed = verdicts.filter(
    (verdict) => actor !== null && whyNotDemoSessionStatus(status, statusOf(verdict, actor), actor) === null,
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
      const { outcome } = await saveVersioned<DemoSessionWithMembers, unknown>({
        kind: 'demo-session',
        read: demo,
        changes: { status: next },
        save: ({ version }) => request(updateDemoSession, { body: { id, status: next } }, { version, reason }),
        reload: () => queryClient.fetchQuery({ ...demoQuery(id, me), staleTime: 0 }),
        fieldsOf: ({ status: stored, start }) => ({ status: stored, start: fromIso(start) }),
      })
      if (outcome === 'saved')
        toast.success(t('acts.done', { status: staffInterviews.demoStatus[next] }), { id: 'demo' })
    } catch (error) {
      toast.error(t('detail.failed'), { id: 'demo', description: errorText(error) })
      throw error
    } finally {
      await refreshMeetings(queryClient)
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
      {isDemoSessionCanceled(status) && <Banner>{t('detail.final')}</Banner>}
      {actor === null && <Banner>{t('detail.notYours')}</Banner>}
      {allowed.length > 0 && (
        <section
          aria-label={t('detail.verdict')}
          className="sticky bottom-0 -mb-5 flex flex-wrap gap-3 border-line border-t bg-surface py-4 sm:-mb-7"
        >
          <VerdictButtons allowed={allowed} words={words} onDecide={decide} />
        </section>
      )}
    </div>
  )
}
