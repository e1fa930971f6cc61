/** @jsxImportSource hono/jsx */
import type { FC } from 'hono/jsx'
import { addressIn, languages } from '../i18n/languages.ts'
import { here } from './addresses.ts'
import type { SiteOrigins } from './origins.ts'
import { About } from './pages/about.tsx'
import { Contact } from './pages/contact.tsx'
import { Faq, FaqOfRole, type FaqRole, faqRoles } from './pages/faq.tsx'
import { Home } from './pages/home.tsx'
import { Privacy, Terms } from './pages/legal.tsx'
import { Method } from './pages/method.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Pricing } from './pages/pricing.tsx'
import { Tutor } from './pages/tutor.tsx'
import { Unavailable } from './pages/unavailable.tsx'

type Content = FC<{ origins: SiteOrigins }>

const faqOf =
  (role: FaqRole): Content =>
  ({ origins }) => <FaqOfRole origins={origins} role={role} />

/** Every page with its own address, by address. */
const PAGES: Record<string, Content> = {
  '/': Home,
  '/tutor': Tutor,
  '/pricing': Pricing,
  '/method': Method,
  '/about': About,
  '/faq': Faq,
  ...Object.fromEntries(faqRoles.map((role) => [`/faq/${role}`, faqOf(role)])),
  '/contact': Contact,
  '/terms': Terms,
  '/privacy': Privacy,
}

const fileOf = (path: string): string => (path.endsWith('/') ? `${path.slice(1)}index.html` : `${path.slice(1)}.html`)

const rendered = (Content: Content, origins: SiteOrigins): string =>
  `<!doctype html>${String(<Content origins={origins} />)}`

/**
 * The files of the site in the bundled language: `/faq/student` is `faq/student.html`, which hosts serve without its
 * extension.
 */
export function renderPages(origins: SiteOrigins): ReadonlyMap<string, string> {
  const pages = Object.entries(PAGES).map(
    ([path, content]) => [fileOf(here(path)), rendered(content, origins)] as const,
  )
  return new Map([
    ...pages,
    [fileOf(here('/404')), rendered(NotFound, origins)],
    [fileOf(here('/unavailable')), rendered(Unavailable, origins)],
  ])
}

/** Every page in each language, with its alternate languages for search engines. */
export function sitemap({ site }: SiteOrigins): string {
  const addresses = (path: string) => languages.map((one) => [one, `${site}${addressIn(one, path)}`] as const)
  const others = (path: string) =>
    addresses(path).map(([one, href]) => `<xhtml:link rel="alternate" hreflang="${one}" href="${href}"/>`)
  const entries = Object.keys(PAGES).flatMap((path) =>
    addresses(path).map(([, address]) => `  <url><loc>${address}</loc>${others(path).join('')}</url>`),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** Everything but short links, whose visits are counted. */
export const robots = ({ site }: SiteOrigins): string =>
  ['User-agent: *', 'Disallow: /url/', '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n')
