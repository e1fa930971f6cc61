import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '#contract/client'
import type { invoiceFlags } from '#contract/invoices'
import { fromIso } from '#domain/cairo'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PanelSection } from '../table/shared/record-panel.tsx'
import { flagsQuery } from './queries.ts'

/** What speaks against paying a request (docs/rules/staff.md 8.2). */
export function RequestFlags({ id }: { id: number }) {
  const t = useMessages(staffWithdrawals)
  return (
    <QueryView
      query={useQuery(flagsQuery(id))}
      loading={
        <Loading text={t('flags.loading')}>
          <Skeleton className="h-24 rounded-card" />
        </Loading>
      }
      failed={{ title: t('flags.failed') }}
    >
      {(flags) => <Flags {...flags} />}
    </QueryView>
  )
}

function Flags(flags: Answer<typeof invoiceFlags>) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const { lessons, nobodyJoined, tutorMissed, disputed, isFirst, previousReceiver, sharedWith, paymentFile } = flags
  const { coolingOff } = flags
  const isDoubtful = nobodyJoined + tutorMissed + disputed > 0
  const isClean = !isDoubtful && !isFirst && !previousReceiver && sharedWith.length === 0 && !coolingOff
  return (
    <PanelSection title={t('flags.title')}>
      <p>{t('flags.lessons', { count: lessons.count, amount: format.money(lessons.earned) })}</p>
      <ul className="flex flex-col gap-1.5">
        {isClean && (
          <li className="flex items-center gap-2 text-success-ink">
            <CircleCheck aria-hidden className="size-5 shrink-0" />
            {t('flags.clean')}
          </li>
        )}
        {nobodyJoined > 0 && <Flag>{t('flags.nobody', { count: nobodyJoined })}</Flag>}
        {tutorMissed > 0 && <Flag>{t('flags.tutor', { count: tutorMissed })}</Flag>}
        {disputed > 0 && <Flag>{t('flags.disputed', { count: disputed })}</Flag>}
        {coolingOff && (
          <Flag>
            {t('flags.coolingOff', {
              moment: format.moment(fromIso(coolingOff.until)),
              causes: format.list(coolingOff.causes.map((cause) => t(`flags.causes.${cause}`))),
            })}
          </Flag>
        )}
        {isFirst && <Flag>{t('flags.first')}</Flag>}
        {previousReceiver && (
          <Flag>
            {t.rich('flags.receiverChanged', {
              receiver: previousReceiver,
              bdi: (text) => <bdi translate="no">{text}</bdi>,
            })}
          </Flag>
        )}
        {sharedWith.length > 0 && (
          <Flag>
            {t('flags.shared', { tutors: format.list(sharedWith.map(({ id: other, name }) => name ?? String(other))) })}
          </Flag>
        )}
      </ul>
      {paymentFile && <p className="text-muted text-sm">{t('panel.file', { id: String(paymentFile.id) })}</p>}
      {flags.unattended.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold text-brand-ink">{t('flags.show')}</summary>
          <ul className="mt-2 flex flex-col divide-y divide-line">
            {flags.unattended.map((lesson) => (
              <li key={lesson.id} className="flex flex-wrap gap-x-4 py-1.5 text-sm">
                <time dateTime={lesson.start}>{format.moment(fromIso(lesson.start))}</time>
                <span className="text-muted">
                  {format.series([
                    ...(lesson.missing ? [t(`flags.missing.${lesson.missing}`)] : []),
                    ...(lesson.isDisputed ? [t('flags.isDisputed')] : []),
                  ])}
                </span>
                <span translate="no" className="figures ms-auto">
                  {format.money(lesson.price)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </PanelSection>
  )
}

function Flag({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-warning-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </li>
  )
}
