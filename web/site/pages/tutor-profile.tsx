/** @jsxImportSource hono/jsx */
import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutor-card'
import { fromIso, type Instant } from '#domain/cairo'
import { language } from '#messages/language'
import { frame } from '#messages/site/frame'
import { live } from '#messages/site/live'
import { average } from '#messages/site/numbers'
import { profile } from '#messages/site/profile'
import { shownBio, shownName } from '../../messages/shown-name.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { currentFormat } from '../../platform/format.ts'
import { here } from '../addresses.ts'
import { AppLink, Page, type PageAssets } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'

export type TutorProfileData = {
  tutor: TutorCard
  ratings: readonly TutorRating[]
  origins: SiteOrigins
  /** The origin of pictures and videos: their addresses are paths on the API's host. */
  files: string
  now: Instant
  assets: PageAssets
}

/** The canonical address of a tutor's public page; links may append a readable name, which is ignored. */
export const tutorPath = (id: number): string => `/tutors/${id}`

const booking = (id: number, at?: string) => `/t/${id}?book=true${at ? `&at=${encodeURIComponent(at)}` : ''}`
const registration = (id: number) => `/register/student?redirect=${encodeURIComponent(booking(id))}`

const nameOf = (tutor: TutorCard) => shownName(tutor) ?? ''
const titleOf = (tutor: TutorCard) => frame.titleOf(profile.course(nameOf(tutor)))
function descriptionOf(tutor: TutorCard): string {
  const bio = shownBio(tutor)
  return bio ? `${nameOf(tutor)}: ${bio}` : profile.noBio(nameOf(tutor))
}

const topicsOf = ({ topics, englishTopics }: TutorCard) => ({ ar: topics, en: englishTopics })[language.code]

/** Search engines show ratings of a course, but not of a person. */
function courseOf({ tutor, origins, files }: TutorProfileData): object {
  const { id, name, englishName, image, avgRating, ratingCount } = tutor
  const instructor = {
    '@type': 'Person',
    name: nameOf(tutor),
    // The name in the other language, by which people search as well.
    alternateName: [name, englishName].find((one) => one && one !== nameOf(tutor)),
    jobTitle: shownBio(tutor),
    knowsAbout: topicsOf(tutor),
    image: image && `${files}${image}`,
  }
  const rating = { '@type': 'AggregateRating', ratingValue: avgRating, ratingCount, bestRating: 5 }
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: profile.course(nameOf(tutor)),
    description: descriptionOf(tutor),
    url: `${origins.site}${here(tutorPath(id))}`,
    inLanguage: frame.lang,
    provider: { '@type': 'EducationalOrganization', name: frame.brand, url: `${origins.site}${here('/')}` },
    instructor,
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'online', courseWorkload: 'PT30M', instructor },
    aggregateRating: ratingCount > 0 ? rating : undefined,
  }
}

const Stars = ({ value }: { value: number }) => (
  <span class="stars">
    <span aria-hidden="true">★</span> {average(value)}
  </span>
)

const Times = ({ tutor: { id, nextTimes }, origins, now }: TutorProfileData) => (
  <section class="page-width part">
    <h2>{profile.times}</h2>
    {nextTimes.length > 0 ? (
      <ul class="actions">
        {nextTimes.map((at) => (
          <li>
            <AppLink origins={origins} to={booking(id, at)} class="button button-line">
              <time datetime={at}>{currentFormat().nearMoment(fromIso(at), now)}</time>
            </AppLink>
          </li>
        ))}
      </ul>
    ) : (
      <p>{profile.noTimes}</p>
    )}
    <p class="small">{profile.zone}</p>
  </section>
)

const Reviews = ({ ratings }: { ratings: readonly TutorRating[] }) => {
  const written = ratings.filter(({ feedback }) => feedback)
  if (written.length === 0) return null
  return (
    <section class="page-width part">
      <h2>{profile.reviews}</h2>
      <ul class="cards">
        {written.map(({ name, value, feedback }) => (
          <li>
            <p class="quote" dir="auto" lang={writtenIn(feedback)}>
              {live.quote(feedback)}
            </p>
            <p class="small">
              {name} <Stars value={value} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A tutor's public page, for search engines and shared links. */
function TutorProfile(data: TutorProfileData) {
  const { tutor, ratings, origins, files, assets } = data
  const { id, image, about, video, thumbnail, avgRating, ratingCount } = tutor
  const [name, bio] = [nameOf(tutor), shownBio(tutor)]
  return (
    <Page
      origins={origins}
      path={tutorPath(id)}
      title={titleOf(tutor)}
      description={descriptionOf(tutor)}
      picture={image ? { address: `${files}${image}`, text: name } : undefined}
      data={[courseOf(data)]}
      assets={assets}
    >
      <div class="page-width profile">
        <div class="tutor-head">
          {image && <img src={`${files}${image}`} alt="" width="144" height="144" />}
          <div>
            <h1 lang={writtenIn(name)}>{name}</h1>
            <p>
              <bdi translate="yes" lang={writtenIn(bio)}>
                {bio}
              </bdi>
            </p>
            {ratingCount > 0 && (
              <p>
                <Stars value={avgRating} /> {live.ratings(ratingCount)}
              </p>
            )}
            <p class="small">
              <bdi translate="yes">{currentFormat().series(topicsOf(tutor))}</bdi>
            </p>
          </div>
        </div>
        <AppLink origins={origins} to={registration(id)} class="button button-brand button-large">
          {profile.register(name.split(' ')[0])}
        </AppLink>
        {video && (
          // biome-ignore lint/a11y/useMediaCaption: tutors record their films without captions
          <video
            controls
            playsinline
            preload="none"
            width="640"
            height="360"
            src={`${files}${video}`}
            poster={thumbnail ? `${files}${thumbnail}` : undefined}
            aria-label={profile.video(name)}
          />
        )}
        {(about ?? '').split(/\n+/).map(
          (line) =>
            line && (
              <p dir="auto" lang={writtenIn(line)}>
                {line}
              </p>
            ),
        )}
      </div>
      <Times {...data} />
      <Reviews ratings={ratings} />
    </Page>
  )
}

export const renderTutorProfile = (data: TutorProfileData): string =>
  `<!doctype html>${String(<TutorProfile {...data} />)}`
