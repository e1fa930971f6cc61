/** @jsxImportSource hono/jsx */

import { frame } from '#messages/site/frame'
import { unavailable } from '#messages/site/unavailable'
import { here } from '../addresses.ts'
import { Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'

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
