import { ActivityGrid } from '../tutors/shared/activity-grid.tsx'
import type { TabProps } from './queries.ts'

const A_YEAR = 52

/** The days of a year on which a tutor taught. */
export function ActivityTab({ person }: TabProps) {
  return (
    <div className="max-w-5xl">
      <ActivityGrid tutorId={person.id} weeks={A_YEAR} />
    </div>
  )
}
