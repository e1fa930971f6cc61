import type { Plan } from '#contract/plans'
import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutors'
import type { LiveData, RatedTutor } from '../site/live.tsx'

/** Reads a list of the API. */
export type ListOf = <T>(path: string) => Promise<readonly T[]>

/** The number of tutors with the soonest free times among whom the best rated are chosen. */
const CONSIDERED_TUTORS = 12
const SHOWN_TUTORS = 3
const READ_RATINGS = 5

async function ratedTutors(listOf: ListOf): Promise<RatedTutor[]> {
  const tutors = await listOf<TutorCard>(`/user/tutor/list/onboarded?size=${CONSIDERED_TUTORS}`)
  const best = tutors.toSorted((one, other) => other.avgRating - one.avgRating).slice(0, SHOWN_TUTORS)
  return Promise.all(
    best.map(async (tutor) => {
      const ratings = await listOf<TutorRating>(`/rating/list/tutor/${tutor.id}?size=${READ_RATINGS}`).catch(() => [])
      return Object.assign({}, tutor, { ratings })
    }),
  )
}

/** What the site's pages show from the API; null for calls that failed. */
export async function readLiveData(listOf: ListOf): Promise<LiveData> {
  const [plans, tutors] = await Promise.all([
    listOf<Plan>('/plan/list').catch(() => null),
    ratedTutors(listOf).catch(() => null),
  ])
  return { plans, tutors }
}
