/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Plan } from '#contract/plans'
import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutor-card'
import { comparedLesson, lessonsAWeek, pricePerLesson, savingOf } from '#domain/plans/value'
import { type PaidPeriod, PlanPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { frame } from '#messages/site/frame'
import { live } from '#messages/site/live'
import { average, pounds } from '#messages/site/numbers'
import { shownBio, shownName } from '../messages/shown-name.ts'
import { writtenIn } from '../messages/written-in.ts'
import { here } from './addresses.ts'
import { AppLink, StructuredData } from './layout.tsx'
import type { SiteOrigins } from './origins.ts'

/** Parts of pages with API data (docs/rules/screens.md 5.1). */
export const liveParts = ['from', 'plans', 'pricing', 'tutors', 'reviews'] as const
export type LivePart = (typeof liveParts)[number]

type LiveProps = { part: LivePart; as?: 'div' | 'span'; children?: Child }

/** The place of such a part, which the edge fills (`edge/site.ts`); its children are shown if the API does not answer. */
export const Live = ({ part, as: Place = 'div', children }: LiveProps) => <Place data-live={part}>{children}</Place>

/** The placeholder of the prices, with a link to them for when the API does not answer. */
export const LivePrices = ({ part, origins }: { part: 'plans' | 'pricing'; origins: SiteOrigins }) => (
  <Live part={part}>
    <p class="aside">
      {live.current((text) => (
        <AppLink origins={origins} to="/plans">
          {text}
        </AppLink>
      ))}
    </p>
  </Live>
)

export type RatedTutor = TutorCard & { ratings: readonly TutorRating[] }
/** The API's data; null for calls that failed. */
export type LiveData = { plans: readonly Plan[] | null; tutors: readonly RatedTutor[] | null }

/** The content of such a part as HTML; null without what it shows. */
export function renderLivePart(part: LivePart, { plans, tutors }: LiveData, origins: SiteOrigins): string | null {
  const parts: Record<LivePart, Child> = {
    from: plans?.length ? <From plans={plans} /> : null,
    plans: plans?.length ? <Plans plans={plans} /> : null,
    pricing: plans?.length ? <Prices plans={plans} origins={origins} /> : null,
    tutors: tutors?.length ? <Tutors tutors={tutors} origins={origins} /> : null,
    reviews: tutors?.some(({ ratings }) => reviewOf(ratings)) ? <Reviews tutors={tutors} /> : null,
  }
  const content = parts[part]
  return content === null ? null : String(content)
}

const PERIODS: readonly (readonly [PaidPeriod, name: string])[] = [
  [PlanPeriod.Month, live.month],
  [PlanPeriod.Quarter, live.quarter],
  [PlanPeriod.Year, live.year],
]

const byMinutes = (plans: readonly Plan[]) => plans.toSorted((one, other) => one.weeklyMinutes - other.weeklyMinutes)
const monthly = (plan: Plan) => priceOfPeriod(plan, PlanPeriod.Month)

const From = ({ plans }: { plans: readonly Plan[] }) => <>{live.from(Math.min(...plans.map(monthly)))}</>

const PlanName = ({ plan: { weeklyMinutes } }: { plan: Plan }) => (
  <>
    <h3>{live.aWeek(weeklyMinutes)}</h3>
    <p>{live.lessonsAWeek(lessonsAWeek(weeklyMinutes))}</p>
  </>
)

const Plans = ({ plans }: { plans: readonly Plan[] }) => (
  <ul class="cards">
    {byMinutes(plans).map((plan) => (
      <li>
        <PlanName plan={plan} />
        <p class="plan-price">{live.aMonth(<b>{pounds(monthly(plan))}</b>)}</p>
        <p class="small">
          {live.perLesson(pricePerLesson(plan, PlanPeriod.Month), comparedLesson(plan.weeklyMinutes))}
        </p>
      </li>
    ))}
  </ul>
)

const Period = ({ plan, period, name }: { plan: Plan; period: PaidPeriod; name: string }) => {
  const { full, saved } = savingOf(plan, period)
  return (
    <tr>
      <th scope="row">
        {name}
        {saved > 0 && <span class="saving">{live.save(saved)}</span>}
      </th>
      <td>
        {saved > 0 && (
          <s>
            <span class="hidden">{live.insteadOf} </span>
            {pounds(full)}
          </s>
        )}
        <b>{pounds(priceOfPeriod(plan, period))}</b>
        <span class="small">{live.perLesson(pricePerLesson(plan, period), comparedLesson(plan.weeklyMinutes))}</span>
      </td>
    </tr>
  )
}

/** All prices, for visitors and for search engines. */
const Prices = ({ plans, origins }: { plans: readonly Plan[]; origins: SiteOrigins }) => (
  <>
    <ul class="cards">
      {byMinutes(plans).map((plan) => (
        <li>
          <PlanName plan={plan} />
          <table class="prices">
            <caption class="hidden">{live.pricesOf(plan.weeklyMinutes)}</caption>
            <tbody>
              {PERIODS.map(([period, name]) => (
                <Period plan={plan} period={period} name={name} />
              ))}
            </tbody>
          </table>
          <AppLink origins={origins} to={`/checkout/${plan.id}/month`} class="button button-line">
            {live.subscribe(
              (text) => (
                <span class="hidden">{text}</span>
              ),
              plan.weeklyMinutes,
            )}
          </AppLink>
        </li>
      ))}
    </ul>
    <StructuredData data={productData(plans, origins)} />
  </>
)

const productData = (plans: readonly Plan[], { site }: SiteOrigins) => {
  const prices = plans.flatMap((plan) => PERIODS.map(([period]) => priceOfPeriod(plan, period) / 100))
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: live.product,
    description: live.productText,
    image: `${site}/social.png`,
    brand: { '@type': 'Brand', name: frame.brand },
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'EGP',
      lowPrice: Math.min(...prices),
      highPrice: Math.max(...prices),
      offerCount: prices.length,
      availability: 'https://schema.org/InStock',
      url: `${site}${here('/pricing')}`,
    },
  }
}

const Stars = ({ value }: { value: number }) => (
  <span class="stars">
    <span aria-hidden="true">★</span> {average(value)}
  </span>
)

/** The shortest text fits on a card; the next one is shown among the reviews. */
const withText = (ratings: readonly TutorRating[]) =>
  ratings
    .filter(({ feedback }) => feedback)
    .toSorted((one, other) => (one.feedback ?? '').length - (other.feedback ?? '').length)
const quoteOf = (ratings: readonly TutorRating[]) => withText(ratings)[0]
const reviewOf = (ratings: readonly TutorRating[]) => withText(ratings)[1]

const Tutors = ({ tutors, origins }: { tutors: readonly RatedTutor[]; origins: SiteOrigins }) => (
  <>
    <ul class="cards">
      {tutors.map((tutor) => {
        const { id, image, avgRating, ratingCount, ratings } = tutor
        const [name, bio] = [shownName(tutor), shownBio(tutor)]
        return (
          <li>
            <div class="tutor-head">
              {image && <img src={image} alt="" width="72" height="72" loading="lazy" />}
              <div>
                <h3>
                  <a href={here(`/tutors/${id}`)} lang={writtenIn(name)}>
                    {name}
                  </a>
                </h3>
                {ratingCount > 0 && (
                  <p class="small">
                    <Stars value={avgRating} /> {live.ratings(ratingCount)}
                  </p>
                )}
              </div>
            </div>
            <p>
              <bdi translate="yes" lang={writtenIn(bio)}>
                {bio}
              </bdi>
            </p>
            {quoteOf(ratings) && (
              <p class="quote" dir="auto" lang={writtenIn(quoteOf(ratings)?.feedback)}>
                {live.quote(quoteOf(ratings)?.feedback)}
              </p>
            )}
          </li>
        )
      })}
    </ul>
    <AppLink origins={origins} to="/tutors" class="button button-line">
      {live.allTutors}
    </AppLink>
  </>
)

const Reviews = ({ tutors }: { tutors: readonly RatedTutor[] }) => (
  <section class="page-width part">
    <h2>{live.reviews}</h2>
    <ul class="cards">
      {tutors.map((rated) => {
        const tutor = shownName(rated)
        const review = reviewOf(rated.ratings)
        return (
          review && (
            <li>
              <p class="quote" dir="auto" lang={writtenIn(review.feedback)}>
                {live.quote(review.feedback)}
              </p>
              <p class="small">{review.name ? live.saidAfter(review.name.split(' ')[0], tutor) : live.after(tutor)}</p>
            </li>
          )
        )
      })}
    </ul>
  </section>
)
