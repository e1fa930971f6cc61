import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { isStudent } from '#domain/roles'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { useTabLessons } from './lesson-lists.ts'
import { LessonTabPanel } from './lesson-tab-panel.tsx'
import { LESSON_TABS, type LessonTab } from './search-params.ts'
import { useLessonActions } from './shared/lesson-actions.tsx'

/** /upcoming-lessons: the next lessons, the past ones and the cancelled ones. */
export function UpcomingLessonsScreen() {
  const t = useMessages(words)
  const me = useMe()
  const { tab, show } = useTab()
  const lists = {
    upcoming: useTabLessons(me.id, 'upcoming'),
    past: useTabLessons(me.id, 'past'),
    cancelled: useTabLessons(me.id, 'cancelled'),
  }
  const { actions, dialog } = useLessonActions(me.id)
  const nameOf = (one: LessonTab) => {
    const count = lists[one].data?.total
    const name = t(`upcoming.tabs.${one}`)
    return count ? t('upcoming.tabCount', { name, count }) : name
  }
  return (
    <Page width="reading">
      <PageHeader
        title={t('upcoming.title')}
        text={t(isStudent(me.role) ? 'upcoming.purposeStudent' : 'upcoming.purposeTutor')}
        actions={
          <LinkButton to="/lessons-schedule" variant="secondary" icon={CalendarDays}>
            {t('upcoming.schedule')}
          </LinkButton>
        }
      />
      <CairoNote />
      <Tabs
        label={t('upcoming.tabsLabel')}
        tabs={LESSON_TABS.map((value) => ({ value, label: nameOf(value) }))}
        value={tab}
        onChange={show}
      >
        <LessonTabPanel key={tab} tab={tab} list={lists[tab]} actions={actions} isStudent={isStudent(me.role)} />
      </Tabs>
      {dialog}
    </Page>
  )
}

/** The open tab, kept in the address. */
function useTab() {
  const { tab = 'upcoming' } = useSearch({ from: '/shell/upcoming-lessons' })
  const navigate = useNavigate()
  const show = (next: LessonTab) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, tab: next === 'upcoming' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return { tab, show }
}
