/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Plan } from '#contract/plans'
import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutors'
import { lessonsAWeek, pricePerLesson, savingOf } from '#domain/plans/value'
import { type PaidPeriod, PlanPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { AppLink, StructuredData } from './layout.tsx'
import type { SiteOrigins } from './origins.ts'
import { average, lessonsOf, minutesOf, number, pounds, ratingsOf } from './words.ts'

/** Parts of pages that hold what the API answers (docs/rules/screens.md 5.1). */
export const liveParts = ['from', 'plans', 'pricing', 'tutors', 'reviews'] as const
export type LivePart = (typeof liveParts)[number]

const startOf = (part: LivePart) => `<!--live ${part}-->`
const endOf = (part: LivePart) => `<!--/live ${part}-->`

/** The place of such a part; its children stand there where the API does not answer. */
export const Live = ({ part, children }: { part: LivePart; children?: Child }) => (
  <>
    {raw(startOf(part))}
    {children}
    {raw(endOf(part))}
  </>
)

/** The place of the prices, with the way to them for when the API does not answer. */
export const LivePrices = ({ part, origins }: { part: 'plans' | 'pricing'; origins: SiteOrigins }) => (
  <Live part={part}>
    <p class="aside">
      الأسعار الحالية في{' '}
      <AppLink origins={origins} to="/plans">
        صفحة الباقات
      </AppLink>
      . تقدر تشوفها من غير حساب.
    </p>
  </Live>
)

export const holdsLiveParts = (page: string): boolean => page.includes('<!--live ')

export type RatedTutor = TutorCard & { ratings: readonly TutorRating[] }
/** What the API answers; null where it does not. */
export type LiveData = { plans: readonly Plan[] | null; tutors: readonly RatedTutor[] | null }

/** The page with these parts in their places. */
export function withLiveParts(page: string, { plans, tutors }: LiveData, origins: SiteOrigins): string {
  const parts = {
    from: plans?.length ? <From plans={plans} /> : null,
    plans: plans?.length ? <Plans plans={plans} /> : null,
    pricing: plans?.length ? <Prices plans={plans} origins={origins} /> : null,
    tutors: tutors?.length ? <Tutors tutors={tutors} origins={origins} /> : null,
    reviews: tutors?.some(({ ratings }) => reviewOf(ratings)) ? <Reviews tutors={tutors} /> : null,
  } satisfies Record<LivePart, unknown>
  return liveParts.reduce((text, part) => {
    const [start, end] = [text.indexOf(startOf(part)), text.indexOf(endOf(part))]
    const content = parts[part]
    return content && start >= 0 ? `${text.slice(0, start)}${String(content)}${text.slice(end)}` : text
  }, page)
}

const PERIODS: readonly (readonly [PaidPeriod, name: string])[] = [
  [PlanPeriod.Month, 'شهر'],
  [PlanPeriod.Quarter, `${number(3)} شهور`],
  [PlanPeriod.Year, 'سنة'],
]

const byMinutes = (plans: readonly Plan[]) => plans.toSorted((one, other) => one.weeklyMinutes - other.weeklyMinutes)
const monthly = (plan: Plan) => priceOfPeriod(plan, PlanPeriod.Month)

const From = ({ plans }: { plans: readonly Plan[] }) => (
  <>وبعدها الباقات من {pounds(Math.min(...plans.map(monthly)))} في الشهر، بتدفعها مرة واحدة.</>
)

const PlanName = ({ plan: { weeklyMinutes } }: { plan: Plan }) => (
  <>
    <h3>{minutesOf(weeklyMinutes)} في الأسبوع</h3>
    <p>
      {lessonsAWeek(weeklyMinutes) > 0 ? `يعني ${lessonsOf(lessonsAWeek(weeklyMinutes))} كل أسبوع` : 'حصة ربع ساعة'}
    </p>
  </>
)

const Plans = ({ plans }: { plans: readonly Plan[] }) => (
  <ul class="cards">
    {byMinutes(plans).map((plan) => (
      <li>
        <PlanName plan={plan} />
        <p class="plan-price">
          <b>{pounds(monthly(plan))}</b> في الشهر
        </p>
        <p class="small">{pounds(pricePerLesson(plan, PlanPeriod.Month))} للحصة النص ساعة</p>
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
        {saved > 0 && <span class="saving">وفّر {pounds(saved)}</span>}
      </th>
      <td>
        {saved > 0 && (
          <s>
            <span class="hidden">بدل </span>
            {pounds(full)}
          </s>
        )}
        <b>{pounds(priceOfPeriod(plan, period))}</b>
        <span class="small">{pounds(pricePerLesson(plan, period))} للحصة النص ساعة</span>
      </td>
    </tr>
  )
}

/** Every price, for people and for search engines. */
const Prices = ({ plans, origins }: { plans: readonly Plan[]; origins: SiteOrigins }) => (
  <>
    <ul class="cards">
      {byMinutes(plans).map((plan) => (
        <li>
          <PlanName plan={plan} />
          <table class="prices">
            <caption class="hidden">أسعار {minutesOf(plan.weeklyMinutes)} في الأسبوع</caption>
            <tbody>
              {PERIODS.map(([period, name]) => (
                <Period plan={plan} period={period} name={name} />
              ))}
            </tbody>
          </table>
          <AppLink origins={origins} to={`/checkout/${plan.id}/month`} class="button button-line">
            اشترك<span class="hidden"> في {minutesOf(plan.weeklyMinutes)} في الأسبوع</span>
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
    name: 'باقات حصّة: حصص إنجليزي واحد لواحد',
    description: 'دقايق كل أسبوع لحصص إنجليزي واحد لواحد مع مدرّسين مصريين.',
    image: `${site}/social.png`,
    brand: { '@type': 'Brand', name: 'حصّة' },
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'EGP',
      lowPrice: Math.min(...prices),
      highPrice: Math.max(...prices),
      offerCount: prices.length,
      availability: 'https://schema.org/InStock',
      url: `${site}/pricing`,
    },
  }
}

const Stars = ({ value }: { value: number }) => (
  <span class="stars">
    <span aria-hidden="true">★</span> {average(value)}
  </span>
)

/** The shortest text fits on a card; the next one stands among the reviews. */
const withText = (ratings: readonly TutorRating[]) =>
  ratings
    .filter(({ feedback }) => feedback)
    .toSorted((one, other) => (one.feedback ?? '').length - (other.feedback ?? '').length)
const quoteOf = (ratings: readonly TutorRating[]) => withText(ratings)[0]
const reviewOf = (ratings: readonly TutorRating[]) => withText(ratings)[1]

const Tutors = ({ tutors, origins }: { tutors: readonly RatedTutor[]; origins: SiteOrigins }) => (
  <>
    <ul class="cards">
      {tutors.map(({ id, name, image, bio, avgRating, ratingCount, ratings }) => (
        <li>
          <div class="tutor-head">
            {image && <img src={image} alt="" width="72" height="72" loading="lazy" />}
            <div>
              <h3>
                <a href={`/tutors/${id}`}>{name}</a>
              </h3>
              {ratingCount > 0 && (
                <p class="small">
                  <Stars value={avgRating} /> ({ratingsOf(ratingCount)})
                </p>
              )}
            </div>
          </div>
          <p>{bio}</p>
          {quoteOf(ratings) && <p class="quote">«{quoteOf(ratings)?.feedback}»</p>}
        </li>
      ))}
    </ul>
    <AppLink origins={origins} to="/tutors" class="button button-line">
      شوف كل المدرّسين
    </AppLink>
  </>
)

const Reviews = ({ tutors }: { tutors: readonly RatedTutor[] }) => (
  <section class="page-width part">
    <h2>كلام طلاب بعد حصصهم</h2>
    <ul class="cards">
      {tutors.map(({ name: tutor, ratings }) => {
        const review = reviewOf(ratings)
        return (
          review && (
            <li>
              <p class="quote">«{review.feedback}»</p>
              <p class="small">
                {review.name ? `${review.name.split(' ')[0]}، بعد حصة مع ${tutor}` : `بعد حصة مع ${tutor}`}
              </p>
            </li>
          )
        )
      })}
    </ul>
  </section>
)
