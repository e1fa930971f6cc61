/** @jsxImportSource hono/jsx */
import type { FC } from 'hono/jsx'
import type { pagePaths } from './addresses.ts'
import type { SiteOrigins } from './origins.ts'
import { About } from './pages/about.tsx'
import { Contact } from './pages/contact.tsx'
import { Faq, StudentFaq, TutorFaq } from './pages/faq.tsx'
import { Home } from './pages/home.tsx'
import { Privacy, Terms } from './pages/legal.tsx'
import { Method } from './pages/method.tsx'
import { Pricing } from './pages/pricing.tsx'
import { NotFound, Unavailable } from './pages/stand-ins.tsx'
import { Tutor } from './pages/tutor.tsx'

type Content = FC<{ origins: SiteOrigins }>

const PAGES: Record<(typeof pagePaths)[number], Content> = {
  '/': Home,
  '/tutor': Tutor,
  '/pricing': Pricing,
  '/method': Method,
  '/about': About,
  '/faq': Faq,
  '/faq/student': StudentFaq,
  '/faq/tutor': TutorFaq,
  '/contact': Contact,
  '/terms': Terms,
  '/privacy': Privacy,
}

/** These take the place of another page. */
const STAND_INS: Record<string, Content> = { '/404': NotFound, '/unavailable': Unavailable }

/** Every page that is rendered at build time, by its address in Arabic, in the language that is built. */
export const renderPages = (origins: SiteOrigins): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({ ...PAGES, ...STAND_INS }).map(([path, Content]) => [
      path,
      `<!doctype html>${String(<Content origins={origins} />)}`,
    ]),
  )
