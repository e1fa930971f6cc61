/** @jsxImportSource hono/jsx */
import { frame } from '#messages/site/frame'
import { privacy, type Section, terms } from '#messages/site/legal'
import { Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'

type LegalProps = { path: string; title: string; description: string; intro: string; sections: readonly Section[] }

const Legal = ({ origins, path, title, description, intro, sections }: LegalProps & { origins: SiteOrigins }) => (
  <Page origins={origins} path={path} title={frame.titleOf(title)} description={description}>
    <article class="page-width reading prose">
      <h1>{title}</h1>
      <p>{intro}</p>
      {sections.map(([heading, ...paragraphs]) => (
        <section>
          <h2>{heading}</h2>
          {paragraphs.map((text) => (
            <p>{text}</p>
          ))}
        </section>
      ))}
    </article>
  </Page>
)

export const Terms = ({ origins }: { origins: SiteOrigins }) => <Legal origins={origins} path="/terms" {...terms} />

export const Privacy = ({ origins }: { origins: SiteOrigins }) => (
  <Legal origins={origins} path="/privacy" {...privacy} />
)
