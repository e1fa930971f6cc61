/** @jsxImportSource hono/jsx */
import { frame } from '#messages/site/frame'
import { method } from '#messages/site/method'
import { Page, StartBand } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { Intro, Points, Steps } from './parts.tsx'

export const Method = ({ origins }: { origins: SiteOrigins }) => (
  <Page origins={origins} path="/method" title={frame.titleOf(method.title)} description={method.description}>
    <div class="page-width">
      <Intro title={method.heading}>{method.intro}</Intro>
      <h2 class="hidden">{method.steps.title}</h2>
      <Steps steps={method.steps.list} />
    </div>

    <section class="wide">
      <div class="page-width part">
        <h2>{method.levels.title}</h2>
        <Points points={method.levels.list} />
      </div>
    </section>

    <section class="page-width part reading">
      <h2>{method.tutors.title}</h2>
      <p class="lead">{method.tutors.text}</p>
    </section>
    <StartBand origins={origins} />
  </Page>
)
