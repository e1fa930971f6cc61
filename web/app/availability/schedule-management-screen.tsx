import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarPlus, CopyPlus, Plus, Repeat } from 'lucide-react'
import { addDays, type LocalDay, localDay, overlaps, type TimeRange } from '#domain/cairo'
import { isTutorManager } from '#domain/roles'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { rangeOfDay } from '../../shared/week/day-span.ts'
import { PeriodBar } from '../../shared/week/period-bar.tsx'
import { useWeekLabel } from '../../shared/week/use-week-label.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LeaveQuestion, type LeaveQuestionProps } from '../../ui/leave-question.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { QuietNote } from '../../ui/quiet-note.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { useWeek, type Week } from '../week/shared/use-week.ts'
import { ViewChips } from '../week/shared/view-chips.tsx'
import { useViewChoice } from '../week/shared/view-choice.ts'
import { slotsOfWeek } from './copy-week.ts'
import { changeCount } from './draft.ts'
import type { Point } from './drag.ts'
import { freePoint } from './editing.ts'
import { PopularHours, usePopularHours } from './popular-hours.tsx'
import { SaveBar } from './save-bar.tsx'
import { ScheduleDialogs } from './schedule-dialogs.tsx'
import { SLOT_VIEWS, type SlotView } from './search-params.ts'
import { SlotDays } from './slot-days.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { type Schedule, useSchedule } from './use-schedule.ts'
import { useScheduleDialog } from './use-schedule-dialog.ts'

/** The minutes of a slot that lie in a week. */
const minutesIn = (week: TimeRange, { start, end }: TimeRange) =>
  Math.max(0, Math.min(end, week.end) - Math.max(start, week.start)) / 60_000

/** How much is open in the week, and how much of it is booked. */
function WeekSummary({ schedule: { shown, lessons, lost }, week }: { schedule: Schedule; week: Week }) {
  const t = useMessages(availability)
  const format = useFormat()
  const open = shown.reduce((sum, slot) => sum + minutesIn(week, slot), 0)
  const booked = t('booked', {
    count: lessons.filter((lesson) => overlaps(lesson, week) && !lost.includes(lesson)).length,
  })
  return <p className="text-muted text-sm">{t('summary', { hours: format.duration(open), booked })}</p>
}

/** The view of the hours, kept in the address and on the device. A phone has no room for seven columns. */
function useSlotView() {
  const { view: requested } = useSearch({ from: '/shell/schedule-management' })
  const navigate = useNavigate()
  const isWide = useIsWide()
  const views = SLOT_VIEWS.filter((one) => one !== 'week' || isWide)
  const { view, remember } = useViewChoice('hours', { requested, views, usual: isWide ? 'week' : 'list' })
  const choose = (next: SlotView) => {
    remember(next)
    void navigate({ to: '.', search: (before) => ({ ...before, view: next }), replace: true, resetScroll: false })
  }
  return { view, views, choose }
}

const isLeaving: LeaveQuestionProps['isLeaving'] = (current, next) => current.pathname !== next.pathname

/** Asks before unsaved changes are lost; they are kept when another week of the same screen is opened. */
function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useMessages(availability)
  const words = { title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }
  return <LeaveQuestion hasChanges={hasChanges} isLeaving={isLeaving} words={words} />
}

const TICK_MS = 60_000
const EVENING = 17 * 60

/** Where a new slot begins by default: the first free evening that is left of the week. */
function usualPoint({ days, saturday }: Week, { shown, now }: Schedule): Point {
  const left = days.filter((day) => rangeOfDay(day).end > now)
  return freePoint(left, EVENING, shown, now) ?? { day: left[0] ?? saturday, minute: EVENING }
}

/** /schedule-management: the hours in which a tutor can be booked. Changes are a draft that is saved whole. */
export function ScheduleManagementScreen() {
  const t = useMessages(availability)
  const me = useMe()
  const now = useNow(TICK_MS)
  const week = useWeek(now)
  const isWide = useIsWide()
  const { view, views, choose } = useSlotView()
  const schedule = useSchedule(me, week.saturday, now)
  const dialogs = useScheduleDialog()
  const isOver = week.end <= now
  const slots = slotsOfWeek(schedule.shown, week.saturday)
  const isEmpty = !schedule.isLoading && !schedule.shown.some((slot) => overlaps(slot, week))
  const isUnopened = !schedule.isLoading && !schedule.shown.some((slot) => slot.id !== null && overlaps(slot, week))
  const add = () => dialogs.addAt(usualPoint(week, schedule))
  const content = (
    <>
      {isEmpty && isOver && <QuietNote icon={CalendarPlus} text={t('empty.past')} />}
      {isUnopened && !isOver && (
        <UnopenedWeek schedule={schedule} week={week} isEmpty={isEmpty} isQuiet={isWide} onAdd={add} />
      )}
      <SlotsOf schedule={schedule} week={week} view={view} dialogs={dialogs} isManager={isTutorManager(me.role)} />
    </>
  )
  return (
    <Page>
      <PageHeader
        title={t('title')}
        text={<span className={clsx(!isEmpty && 'max-sm:hidden')}>{t('purpose')}</span>}
        actions={
          <>
            {!isOver && (
              <Button icon={Plus} onClick={add} className="whitespace-nowrap max-sm:grow max-sm:px-3">
                {t('add')}
              </Button>
            )}
            <Button
              variant="secondary"
              icon={Repeat}
              onClick={dialogs.repeat}
              className="whitespace-nowrap max-sm:grow max-sm:px-3"
            >
              {t('pattern.open')}
            </Button>
            {slots.length > 0 && <IconButton icon={CopyPlus} label={t('copyWeek')} onClick={dialogs.copyWeek} />}
          </>
        }
      />
      <CairoNote />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Weeks week={week} today={localDay(now)} />
          <ViewChips label={t('viewLabel')} views={views} names={availability.views} view={view} onChange={choose} />
        </div>
        {!isEmpty && !schedule.isLoading && <WeekSummary schedule={schedule} week={week} />}
      </div>
      <QueryView query={schedule.query} loading={content}>
        {() => content}
      </QueryView>
      <SaveBar schedule={schedule} week={week} />
      <ScheduleDialogs dialogs={dialogs} schedule={schedule} week={week} />
      <LeaveGuard hasChanges={changeCount(schedule.draft) > 0} />
    </Page>
  )
}

type SlotsOfProps = {
  schedule: Schedule
  week: Week
  view: SlotView
  dialogs: ReturnType<typeof useScheduleDialog>
  isManager: boolean
}

function SlotsOf({ schedule, week, view, dialogs, isManager }: SlotsOfProps) {
  const t = useMessages(availability)
  if (view === 'list') {
    return (
      <SlotDays
        schedule={schedule}
        week={week}
        withPurpose={isManager}
        onOpen={dialogs.open}
        onAdd={dialogs.addAt}
        onCopy={dialogs.copyDay}
      />
    )
  }
  return (
    <>
      <SlotGrid schedule={schedule} week={week} onOpen={dialogs.open} onAdd={dialogs.addAt} />
      {week.end > schedule.now && <p className="text-muted text-sm">{t('dragHint')}</p>}
    </>
  )
}

function Weeks({ week, today }: { week: Week; today: LocalDay }) {
  const weekLabel = useWeekLabel()
  return (
    <PeriodBar
      unit="week"
      label={weekLabel(week.days)}
      isCurrent={week.isCurrent}
      onPrevious={() => week.goTo(addDays(week.day, -7))}
      onNext={() => week.goTo(addDays(week.day, 7))}
      onToday={() => week.goTo(today)}
    />
  )
}

type UnopenedWeekProps = {
  schedule: Schedule
  week: Week
  /** Whether the draft opens nothing in the week either. */
  isEmpty: boolean
  isQuiet: boolean
  onAdd: () => void
}

/** A week of which nothing is saved: the hours that students book most, where they are known. */
function UnopenedWeek({ schedule, week, isEmpty, isQuiet, onAdd }: UnopenedWeekProps) {
  const t = useMessages(availability)
  const hours = usePopularHours(schedule, week)
  if (!hours) return null
  if (hours.length > 0) return <PopularHours hours={hours} schedule={schedule} isEmpty={isEmpty} />
  if (!isEmpty) return null
  const action = (
    <Button icon={Plus} onClick={onAdd}>
      {t('add')}
    </Button>
  )
  if (isQuiet) return <QuietNote icon={CalendarPlus} text={`${t('empty.title')}. ${t('empty.text')}`} />
  return <EmptyState icon={CalendarPlus} title={t('empty.title')} text={t('empty.text')} action={action} />
}
