/** @jsxImportSource hono/jsx */
import type { FC } from 'hono/jsx'
import { type FaqRole, ROLES } from './content/questions.ts'
import type { SiteOrigins } from './origins.ts'
import { About } from './pages/about.tsx'
import { Contact } from './pages/contact.tsx'
import { Faq, FaqOfRole } from './pages/faq.tsx'
import { Home } from './pages/home.tsx'
import { Privacy, Terms } from './pages/legal.tsx'
import { Method } from './pages/method.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Pricing } from './pages/pricing.tsx'
import { Tutor } from './pages/tutor.tsx'

type Content = FC<{ origins: SiteOrigins }>

const faqOf =
  (role: FaqRole): Content =>
  ({ origins }) => <FaqOfRole origins={origins} role={role} />

/** Every page that has an address of its own, by that address. */
const PAGES: Record<string, Content> = {
  '/': Home,
  '/tutor': Tutor,
  '/pricing': Pricing,
  '/method': Method,
  '/about': About,
  '/faq': Faq,
  ...Object.fromEntries((Object.keys(ROLES) as FaqRole[]).map((role) => [`/faq/${role}`, faqOf(role)])),
  '/contact': Contact,
  '/terms': Terms,
  '/privacy': Privacy,
}

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

const rendered = (Content: Content, origins: SiteOrigins): string =>
  `<!doctype html>${String(<Content origins={origins} />)}`

/** The files of the site: a page at `/faq/student` is `faq/student.html`, which hosts serve without its ending. */
export function renderPages(origins: SiteOrigins): ReadonlyMap<string, string> {
  const pages = Object.entries(PAGES).map(([path, content]) => [fileOf(path), rendered(content, origins)] as const)
  return new Map([...pages, ['404.html', rendered(NotFound, origins)]])
}

export const sitemap = ({ site }: SiteOrigins): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...Object.keys(PAGES).map((path) => `  <url><loc>${site}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** Everything but short links, whose visits are counted. */
export const robots = ({ site }: SiteOrigins): string =>
  ['User-agent: *', 'Disallow: /url/', '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n')
