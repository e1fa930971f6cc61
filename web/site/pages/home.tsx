/** @jsxImportSource hono/jsx */

import { frame } from '#messages/site/frame'
import { home } from '#messages/site/home'
import { generalQuestions, type Question, studentQuestions } from '#messages/site/questions'
import { here } from '../addresses.ts'
import { AppLink, Page, StartBand, StartLink } from '../layout.tsx'
import { Live, LivePrices } from '../live.tsx'
import type { SiteOrigins } from '../origins.ts'
import { Points, Questions, Steps } from './parts.tsx'

const { trial, beginner, cannotCome, paying, renewal } = studentQuestions
const FIRST_ASKED: readonly Question[] = [trial, beginner, cannotCome, paying, renewal, generalQuestions.needs]

/** An illustration of the product: the next lesson, a message, the remaining minutes of the week. */
const Scene = () => (
  <div class="scene" aria-hidden="true">
    <div class="scene-card">
      <p class="small">{home.scene.next}</p>
      <p class="scene-time">
        {home.scene.today} <bdi translate="no">{home.scene.time}</bdi>
      </p>
      <p class="scene-person">
        <span class="face">{home.scene.initial}</span>
        <span>
          <b>{home.scene.title}</b>
          <span class="small">{home.scene.kind}</span>
        </span>
      </p>
      <p class="scene-join">{home.scene.join}</p>
    </div>
    <p class="bubble bubble-theirs" dir="ltr" lang="en">
      How was your interview?
    </p>
    <p class="bubble bubble-mine" dir="ltr" lang="en">
      It went better than I hoped!
    </p>
    <div class="scene-quota">
      <p>
        <span>{home.scene.week}</span>
        <b>{home.scene.left}</b>
      </p>
      <p class="track">
        <span />
      </p>
    </div>
  </div>
)

const organization = ({ site }: SiteOrigins) => ({
  '@context': 'https://schema.org',
  '@type': 'EducationalOrganization',
  name: frame.brand,
  alternateName: 'Hessa',
  url: `${site}${here('/')}`,
  logo: `${site}/social.png`,
  description: home.organization,
  areaServed: 'EG',
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    url: `${site}${here('/contact')}`,
    availableLanguage: ['ar', 'en'],
  },
})

const website = ({ site }: SiteOrigins) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: frame.brand,
  url: `${site}${here('/')}`,
  inLanguage: frame.lang,
})

export const Home = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/"
    title={home.title}
    description={home.description}
    data={[organization(origins), website(origins)]}
  >
    <section class="page-width hero">
      <div>
        <h1>{home.heading}</h1>
        <p class="lead">{home.lead}</p>
        <p class="cost">
          <b>{home.free}</b>{' '}
          <Live part="from" as="span">
            {home.from}
          </Live>
        </p>
        <p class="actions">
          <StartLink origins={origins}>{home.start}</StartLink>
          <AppLink origins={origins} to="/tutors" class="button button-line button-large">
            {home.tutors}
          </AppLink>
        </p>
      </div>
      <Scene />
    </section>

    <section class="page-width part">
      <h2>{home.near.title}</h2>
      <Live part="tutors">
        <p class="lead">
          {home.near.text}{' '}
          <AppLink origins={origins} to="/tutors">
            {home.near.all}
          </AppLink>
        </p>
      </Live>
    </section>

    <section class="wide">
      <div class="page-width part">
        <h2>{home.steps.title}</h2>
        <Steps steps={home.steps.list} />
      </div>
    </section>

    <section class="page-width part">
      <h2>{home.prices.title}</h2>
      <p class="lead">{home.prices.text}</p>
      <LivePrices part="plans" origins={origins} />
    </section>

    <section class="wide">
      <div class="page-width part">
        <h2>{home.safe.title}</h2>
        <Points points={home.safe.list} />
      </div>
    </section>

    <Live part="reviews" />

    <section class="page-width part reading">
      <h2>{home.questions.title}</h2>
      <Questions list={FIRST_ASKED} />
      <p class="aside">
        <a href={here('/faq/student')}>{home.questions.all}</a>
      </p>
    </section>

    <StartBand origins={origins} />

    <section class="page-width part teach">
      <div>
        <h2>{home.teach.title}</h2>
        <p class="lead">{home.teach.text}</p>
      </div>
      <a class="button button-line button-large" href={here('/tutor')}>
        {home.teach.action}
      </a>
    </section>
  </Page>
)
