/** @jsxImportSource hono/jsx */

import { frame } from '#messages/site/frame'
import { tutorQuestions } from '#messages/site/questions'
import { tutor } from '#messages/site/tutor'
import { here } from '../addresses.ts'
import { amounts } from '../amounts.ts'
import { AppLink, Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { Points, Questions, Steps } from './parts.tsx'

const { pay, payout, hours, certificate, steps, rejected } = tutorQuestions
const FIRST_ASKED = [pay, payout, hours, certificate, steps, rejected]

const Apply = ({ origins, look }: { origins: SiteOrigins; look: string }) => (
  <AppLink origins={origins} to="/register/tutor" class={`button ${look} button-large`}>
    {tutor.apply}
  </AppLink>
)

export const Tutor = ({ origins }: { origins: SiteOrigins }) => (
  <Page origins={origins} path="/tutor" title={frame.titleOf(tutor.title)} description={tutor.description}>
    <section class="page-width hero">
      <div>
        <h1>{tutor.heading}</h1>
        <p class="lead">{tutor.lead}</p>
        <p class="actions">
          <Apply origins={origins} look="button-brand" />
        </p>
      </div>
      <dl class="pay-table">
        <div>
          <dt>{tutor.pay.quarterHour}</dt>
          <dd>{amounts.quarterHour}</dd>
        </div>
        <div>
          <dt>{tutor.pay.halfHour}</dt>
          <dd>{amounts.halfHour}</dd>
        </div>
        <div>
          <dt>{tutor.pay.hour}</dt>
          <dd>{amounts.hour}</dd>
        </div>
        <div class="small">
          <dt>{tutor.pay.example}</dt>
          <dd>{tutor.pay.exampleAmount}</dd>
        </div>
      </dl>
    </section>

    <section class="wide">
      <div class="page-width part">
        <h2>{tutor.why.title}</h2>
        <Points points={tutor.why.list} />
      </div>
    </section>

    <section class="page-width part">
      <h2>{tutor.steps.title}</h2>
      <Steps steps={tutor.steps.list} />
      <p class="aside">{tutor.steps.aside}</p>
    </section>

    <section class="page-width part reading">
      <h2>{tutor.questions.title}</h2>
      <Questions list={FIRST_ASKED} />
      <p class="aside">
        <a href={here('/faq/tutor')}>{tutor.questions.all}</a>
      </p>
    </section>
    <section class="page-width band-place">
      <div class="band">
        <h2>{tutor.band.title}</h2>
        <p>{tutor.band.text}</p>
        <Apply origins={origins} look="button-accent" />
      </div>
    </section>
  </Page>
)
