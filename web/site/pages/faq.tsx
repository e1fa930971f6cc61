/** @jsxImportSource hono/jsx */
import { here } from '../addresses.ts'
import { faq } from '../ar/faq.tsx'
import { frame } from '../ar/frame.ts'
import { generalQuestions, type Question, studentQuestions, tutorQuestions } from '../ar/questions.ts'
import { Page, StartBand } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { faqData, Intro, Questions } from './parts.tsx'

const ALL = Object.values<Question>(generalQuestions)
const OF_ROLE = {
  student: Object.values<Question>(studentQuestions),
  tutor: Object.values<Question>(tutorQuestions),
} as const
export type FaqRole = keyof typeof OF_ROLE
export const faqRoles = Object.keys(OF_ROLE) as FaqRole[]

const TABS = [
  ['/faq', faq.tabs.all],
  ['/faq/student', faq.tabs.student],
  ['/faq/tutor', faq.tabs.tutor],
] as const

const Tabs = ({ path }: { path: string }) => (
  <nav class="tabs" aria-label={faq.tabs.label}>
    {TABS.map(([href, text]) => (
      <a href={here(href)} aria-current={href === path ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

const Ask = () => <p class="aside">{faq.ask}</p>

/** General questions, with the first questions of each role. */
export const Faq = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/faq"
    title={frame.titleOf(faq.title)}
    description={faq.description}
    data={[faqData(ALL)]}
  >
    <div class="page-width reading">
      <Intro title={faq.title}>{faq.intro}</Intro>
      <Tabs path="/faq" />
      <Questions list={ALL} />
      <Ask />
    </div>
    <StartBand origins={origins} />
  </Page>
)

export const FaqOfRole = ({ origins, role }: { origins: SiteOrigins; role: FaqRole }) => {
  const { title, intro } = faq[role]
  const path = `/faq/${role}`
  return (
    <Page
      origins={origins}
      path={path}
      title={frame.titleOf(title)}
      description={intro}
      data={[faqData(OF_ROLE[role])]}
    >
      <div class="page-width reading">
        <Intro title={title}>{intro}</Intro>
        <Tabs path={path} />
        <Questions list={OF_ROLE[role]} />
        <Ask />
      </div>
      <StartBand origins={origins} />
    </Page>
  )
}
