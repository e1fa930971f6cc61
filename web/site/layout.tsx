/** @jsxImportSource hono/jsx */

import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { language } from '#messages/language'
import { frame } from '#messages/site/frame'
import { addressIn, languageNames, languages } from '../messages/languages.ts'
import { here } from './addresses.ts'
import type { SiteOrigins } from './origins.ts'

/** The addresses of what every page loads. */
export type PageAssets = { styles: string; script: string; fonts: readonly string[] }

/** In HTML files Vite replaces these sources by the built files, and adds the fonts (`language-plugin.ts`). */
const SOURCES: PageAssets = { styles: '/site.css', script: '/links.ts', fonts: [] }

/** The parts of every page around its content. */
export type PageFrame = {
  origins: SiteOrigins
  /** The path on the site's host; null for a page without an address. */
  path: string | null
  title: string
  description: string
  /** Schema.org objects that describe the page. */
  data?: readonly object[]
  /** A script of this page only, by its address. */
  script?: string
  /** The built files, for a page that is rendered later than these. */
  assets?: PageAssets
  /** The preview image of a shared link, instead of the site's own. */
  picture?: { address: string; text: string } | undefined
  /** Excluded from search engines. */
  isHidden?: boolean
}

type Links = readonly (readonly [href: string, text: string])[]

const { places, channels } = frame
const MENU: Links = [
  ['/method', places.method],
  ['/pricing', places.pricing],
  ['/faq', places.questions],
  ['/tutor', places.tutor],
]
const PAGES: Links = [
  ['/', places.home],
  ['/method', places.method],
  ['/pricing', places.pricing],
  ['/about', places.about],
  ['/contact', places.contact],
]
const HELP: Links = [
  ['/faq/student', places.studentQuestions],
  ['/faq/tutor', places.tutorQuestions],
  ['/tutor', places.tutor],
  ['/terms', places.terms],
  ['/privacy', places.privacy],
]
/** Short links, whose targets staff maintain (docs/rules/screens.md 5.3). */
const CHANNELS: Links = [
  ['/url/wa', channels.whatsapp],
  ['/url/sfb', channels.facebook],
  ['/url/sig', channels.instagram],
  ['/url/syt', channels.youtube],
  ['/url/stt', channels.tiktok],
  ['/url/sx', channels.x],
]
const isShortLink = (path: string) => path.startsWith('/url/')

type AppLinkProps = { origins: SiteOrigins; to: string; class?: string; children: Child }

/** A link into the app. `data-app` lets a page in another environment link to the app of that environment. */
export const AppLink = ({ origins, to, children, class: look }: AppLinkProps) => {
  const path = frame.appQuery ? `${to}${to.includes('?') ? '&' : '?'}${frame.appQuery}` : to
  return (
    <a class={look} href={`${origins.app}${path}`} data-app={path}>
      {children}
    </a>
  )
}

/** The site's single call to action. */
export const StartLink = ({ origins, children, class: look }: Omit<AppLinkProps, 'to'>) => (
  <AppLink origins={origins} to="/register/student" class={look ?? 'button button-brand button-large'}>
    {children}
  </AppLink>
)

/** The same page in the other language, labelled in that language; for a page without an address its home page. */
const OtherLanguage = ({ path }: Pick<PageFrame, 'path'>) => (
  <>
    {languages
      .filter((one) => one !== language.code)
      .map((one) => (
        <a href={addressIn(one, path ?? '/')} lang={one} hreflang={one}>
          {languageNames[one]}
        </a>
      ))}
  </>
)

const Header = ({ origins, path }: Pick<PageFrame, 'origins' | 'path'>) => (
  <header class="header">
    <div class="page-width header-row">
      <a href={here('/')} class="logo" translate="no" aria-label={frame.home}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        {frame.brand}
      </a>
      <nav id="menu" class="menu" popover="auto" aria-label={frame.pages}>
        {MENU.map(([href, text]) => (
          <a href={here(href)} aria-current={href === path ? 'page' : undefined}>
            {text}
          </a>
        ))}
        <AppLink origins={origins} to="/tutors">
          {frame.tutors}
        </AppLink>
        <AppLink origins={origins} to="/login">
          {frame.login}
        </AppLink>
        <OtherLanguage path={path} />
      </nav>
      <StartLink origins={origins} class="button button-brand">
        {frame.start}
      </StartLink>
      <button type="button" class="button menu-button" popovertarget="menu" aria-label={frame.menu}>
        <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </button>
    </div>
  </header>
)

const FooterLinks = ({ title, links }: { title: string; links: Links }) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {links.map(([href, text]) => (
        <li>
          <a href={isShortLink(href) ? href : here(href)} rel={isShortLink(href) ? 'nofollow' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Footer = ({ path }: Pick<PageFrame, 'path'>) => (
  <footer class="footer">
    <div class="page-width footer-columns">
      <div>
        <p class="logo" translate="no">
          <img src="/icon.svg" alt="" width="36" height="36" />
          {frame.brand}
        </p>
        <p>{frame.footer.text}</p>
        <p>
          <OtherLanguage path={path} />
        </p>
      </div>
      <FooterLinks title={frame.brand} links={PAGES} />
      <FooterLinks title={frame.footer.help} links={HELP} />
      <FooterLinks title={frame.footer.channels} links={CHANNELS} />
    </div>
    <p class="page-width footer-end">{frame.footer.end}</p>
  </footer>
)

/** Schema.org objects for search engines. Their text must not close the element. */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json">{raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
)

/** A whole page: its head, the header, its content in the main region, and the footer. */
export function Page({ children, picture: own, ...page }: PageFrame & { children: Child }) {
  const { origins, path, title, description, data = [], script, assets = SOURCES, isHidden = false } = page
  const address = `${origins.site}${here(path ?? '/')}`
  const picture = own?.address ?? `${origins.site}/social.png`
  return (
    <html lang={frame.lang} dir={language.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1b1b" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {assets.fonts.map((font) => (
          <link rel="preload" as="font" type="font/woff2" crossorigin="" href={font} />
        ))}
        <link rel="stylesheet" href={assets.styles} />
        {isHidden || path === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={address} />
            {languages.map((one) => (
              <link rel="alternate" hreflang={one} href={`${origins.site}${addressIn(one, path)}`} />
            ))}
            <link rel="alternate" hreflang="x-default" href={`${origins.site}${path}`} />
            <meta property="og:url" content={address} />
          </>
        )}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={frame.brand} />
        <meta property="og:locale" content={frame.locale} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:image" content={picture} />
        {!own && (
          <>
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
          </>
        )}
        <meta property="og:image:alt" content={own?.text ?? frame.picture} />
        <meta name="twitter:card" content={own ? 'summary' : 'summary_large_image'} />
        <meta name="twitter:title" content={title} />
        <meta name="twitter:description" content={description} />
        <meta name="twitter:image" content={picture} />
        {data.map((one) => (
          <StructuredData data={one} />
        ))}
        <script type="module" src={assets.script} />
        {script && <script type="module" src={script} />}
      </head>
      <body>
        <a class="skip" href="#main">
          {frame.toMain}
        </a>
        <Header origins={origins} path={path} />
        <main id="main" tabindex={-1}>
          {children}
        </main>
        <Footer path={path} />
      </body>
    </html>
  )
}

/** The band at the end of pages with the call to action. */
export const StartBand = ({ origins }: { origins: SiteOrigins }) => (
  <section class="page-width band-place">
    <div class="band">
      <h2>{frame.band.title}</h2>
      <p>{frame.band.text}</p>
      <StartLink origins={origins} class="button button-accent button-large">
        {frame.band.start}
      </StartLink>
    </div>
  </section>
)
