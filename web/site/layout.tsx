/** @jsxImportSource hono/jsx */

import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { amounts } from './amounts.ts'
import type { SiteOrigins } from './origins.ts'

/** What stands on every page around its own content. */
export type PageFrame = {
  origins: SiteOrigins
  /** The address on the site's host; null for what no address leads to. */
  path: string | null
  title: string
  description: string
  /** Objects of schema.org that describe the page. */
  data?: readonly object[]
  /** Scripts of this page alone, by their file in this folder. */
  scripts?: readonly string[]
  /** What a shared link shows, in place of the site's own picture. */
  picture?: { address: string; text: string } | undefined
  /** Kept out of search engines. */
  isHidden?: boolean
}

type Links = readonly (readonly [href: string, text: string])[]

const MENU: Links = [
  ['/method', 'إزاي بتشتغل'],
  ['/pricing', 'الأسعار'],
  ['/faq', 'أسئلة'],
  ['/tutor', 'درّس معانا'],
]
const PAGES: Links = [
  ['/', 'الرئيسية'],
  ['/method', 'إزاي بتشتغل'],
  ['/pricing', 'الأسعار'],
  ['/about', 'إحنا مين'],
  ['/contact', 'كلّمنا'],
]
const HELP: Links = [
  ['/faq/student', 'أسئلة الطلاب'],
  ['/faq/tutor', 'أسئلة المدرّسين'],
  ['/tutor', 'درّس معانا'],
  ['/terms', 'شروط الاستخدام'],
  ['/privacy', 'الخصوصية'],
]
/** Short links, which staff point to where we really are (docs/rules/screens.md 5.3). */
const CHANNELS: Links = [
  ['/url/wa', 'واتساب'],
  ['/url/sfb', 'فيسبوك'],
  ['/url/sig', 'إنستجرام'],
  ['/url/syt', 'يوتيوب'],
  ['/url/stt', 'تيك توك'],
  ['/url/sx', 'إكس'],
]

type AppLinkProps = { origins: SiteOrigins; to: string; class?: string; children: Child }

/** A link into the app. `data-app` lets a page that is served elsewhere lead to the app beside it. */
export const AppLink = ({ origins, to, children, class: look }: AppLinkProps) => (
  <a class={look} href={`${origins.app}${to}`} data-app={to}>
    {children}
  </a>
)

/** The one call to action of the site. */
export const StartLink = ({ origins, children, class: look }: Omit<AppLinkProps, 'to'>) => (
  <AppLink origins={origins} to="/register/student" class={look ?? 'button button-brand button-large'}>
    {children}
  </AppLink>
)

const Header = ({ origins, path }: Pick<PageFrame, 'origins' | 'path'>) => (
  <header class="header">
    <div class="page-width header-row">
      <a href="/" class="logo" aria-label="حصّة، الصفحة الرئيسية">
        <img src="/icon.svg" alt="" width="36" height="36" />
        حصّة
      </a>
      <nav id="menu" class="menu" popover="auto" aria-label="صفحات الموقع">
        {MENU.map(([href, text]) => (
          <a href={href} aria-current={href === path ? 'page' : undefined}>
            {text}
          </a>
        ))}
        <AppLink origins={origins} to="/tutors">
          المدرّسين
        </AppLink>
        <AppLink origins={origins} to="/login">
          ادخل حسابك
        </AppLink>
      </nav>
      <StartLink origins={origins} class="button button-brand">
        ابدأ ببلاش
      </StartLink>
      <button type="button" class="button menu-button" popovertarget="menu" aria-label="القايمة">
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
          <a href={href} rel={href.startsWith('/url/') ? 'nofollow' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Footer = () => (
  <footer class="footer">
    <div class="page-width footer-columns">
      <div>
        <p class="logo">
          <img src="/icon.svg" alt="" width="36" height="36" />
          حصّة
        </p>
        <p>حصص إنجليزي واحد لواحد مع مدرّسين مصريين، في الوقت اللي يناسبك.</p>
      </div>
      <FooterLinks title="حصّة" links={PAGES} />
      <FooterLinks title="مساعدة" links={HELP} />
      <FooterLinks title="تابعنا وكلّمنا" links={CHANNELS} />
    </div>
    <p class="page-width footer-end">© حصّة. كل الأسعار بالجنيه المصري.</p>
  </footer>
)

/** Objects of schema.org for search engines. The text must not end the element that it stands in. */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json">{raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
)

/** A whole page: its head, the header, its content in the main region, and the footer. */
export function Page({ children, ...frame }: PageFrame & { children: Child }) {
  const { origins, path, title, description, data = [], scripts = [], isHidden = false } = frame
  const address = `${origins.site}${path ?? ''}`
  const picture = frame.picture?.address ?? `${origins.site}/social.png`
  return (
    <html lang="ar-EG" dir="rtl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1b1b" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/site.css" />
        {isHidden || path === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={address} />
            <meta property="og:url" content={address} />
          </>
        )}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="حصّة" />
        <meta property="og:locale" content="ar_EG" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:image" content={picture} />
        {!frame.picture && (
          <>
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
          </>
        )}
        <meta property="og:image:alt" content={frame.picture?.text ?? 'حصّة: حصص إنجليزي واحد لواحد'} />
        <meta name="twitter:card" content={frame.picture ? 'summary' : 'summary_large_image'} />
        <meta name="twitter:title" content={title} />
        <meta name="twitter:description" content={description} />
        <meta name="twitter:image" content={picture} />
        {data.map((one) => (
          <StructuredData data={one} />
        ))}
        {['links.ts', ...scripts].map((file) => (
          <script type="module" src={`/${file}`} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          روح للمحتوى
        </a>
        <Header origins={origins} path={path} />
        <main id="main" tabindex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  )
}

/** The band with which pages end: the one next step. */
export const StartBand = ({ origins }: { origins: SiteOrigins }) => (
  <section class="page-width band-place">
    <div class="band">
      <h2>أول {amounts.freeMinutesNumber} دقيقة علينا</h2>
      <p>أكّد إيميلك، اختار مدرّسك، واحجز. من غير كارت ومن غير ما حد يكلّمك يبيع لك.</p>
      <StartLink origins={origins} class="button button-accent button-large">
        اعمل حسابك وابدأ
      </StartLink>
    </div>
  </section>
)
