/** @jsxImportSource hono/jsx */
import { frame } from '#messages/site/frame'
import { lost } from '#messages/site/not-found'
import { number } from '#messages/site/numbers'
import { unavailable } from '#messages/site/unavailable'
import { here } from '../addresses.ts'
import { AppLink, Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'

export const NotFound = ({ origins }: { origins: SiteOrigins }) => (
  <Page origins={origins} path={null} title={frame.titleOf(lost.title)} description={lost.description} isHidden>
    <div class="page-width lost">
      <p class="lost-number" aria-hidden="true">
        {number(404)}
      </p>
      <h1>{lost.heading}</h1>
      <p class="lead">{lost.text}</p>
      <p class="actions">
        <a class="button button-brand button-large" href={here('/')}>
          {lost.home}
        </a>
        <AppLink origins={origins} to="/tutors" class="button button-line button-large">
          {lost.tutors}
        </AppLink>
      </p>
    </div>
  </Page>
)

/** Replaces a page that needs the API while the API does not answer. It reloads itself: `edge/unavailable.ts`. */
export const Unavailable = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path={null}
    title={frame.titleOf(unavailable.title)}
    description={unavailable.description}
    isHidden
  >
    <div class="page-width lost">
      <h1>{unavailable.title}</h1>
      <p class="lead">{unavailable.text}</p>
      <p class="actions">
        <a class="button button-brand button-large" href="?">
          {unavailable.again}
        </a>
        <a class="button button-line button-large" href={here('/')}>
          {unavailable.home}
        </a>
      </p>
    </div>
  </Page>
)
