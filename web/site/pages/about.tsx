/** @jsxImportSource hono/jsx */
import { about } from '#messages/site/about'
import { frame } from '#messages/site/frame'
import { Page, StartBand } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { Intro, Points } from './parts.tsx'

export const About = ({ origins }: { origins: SiteOrigins }) => (
  <Page origins={origins} path="/about" title={frame.titleOf(about.title)} description={about.description}>
    <div class="page-width reading">
      <Intro title={about.heading}>{about.intro}</Intro>
      <div class="prose">
        {about.paragraphs.map((text) => (
          <p>{text}</p>
        ))}
      </div>
    </div>
    <section class="wide">
      <div class="page-width part">
        <h2>{about.promises.title}</h2>
        <Points points={about.promises.list} />
      </div>
    </section>
    <section class="page-width part reading">
      <h2>{about.talk.title}</h2>
      <p class="lead">{about.talk.text}</p>
    </section>
    <StartBand origins={origins} />
  </Page>
)
