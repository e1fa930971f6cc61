/** @jsxImportSource hono/jsx */
import { frame } from '#messages/site/frame'
import { pricing } from '#messages/site/pricing'
import { studentQuestions } from '#messages/site/questions'
import { Page, StartBand } from '../layout.tsx'
import { LivePrices } from '../live.tsx'
import type { SiteOrigins } from '../origins.ts'
import { Intro, Points, Questions } from './parts.tsx'

const { counting, unused, paying, renewal, refund } = studentQuestions
const ABOUT_MONEY = [counting, unused, paying, renewal, refund]

export const Pricing = ({ origins }: { origins: SiteOrigins }) => (
  <Page origins={origins} path="/pricing" title={frame.titleOf(pricing.title)} description={pricing.description}>
    <div class="page-width">
      <Intro title={pricing.heading}>{pricing.intro}</Intro>
      <h2 class="hidden">{pricing.plans}</h2>
      <LivePrices part="pricing" origins={origins} />
    </div>

    <section class="wide">
      <div class="page-width part">
        <h2>{pricing.all.title}</h2>
        <Points points={pricing.all.list} />
        <h3 class="pay-title">{pricing.pay.title}</h3>
        <ul class="pay">
          {pricing.pay.ways.map((way) => (
            <li>{way}</li>
          ))}
        </ul>
      </div>
    </section>

    <section class="page-width part reading">
      <h2>{pricing.before}</h2>
      <Questions list={ABOUT_MONEY} />
    </section>
    <StartBand origins={origins} />
  </Page>
)
