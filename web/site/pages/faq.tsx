/** @jsxImportSource hono/jsx */

import { faq } from '#messages/site/faq'
import { frame } from '#messages/site/frame'
import { generalQuestions, type Question, studentQuestions, tutorQuestions } from '#messages/site/questions'
import { here } from '../addresses.ts'
import { Page, StartBand } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { faqData, Intro, Questions } from './parts.tsx'

const ALL = Object.values<Question>(generalQuestions)
const QUESTIONS_OF = {
  student: Object.values<Question>(studentQuestions),
  tutor: Object.values<Question>(tutorQuestions),
} as const

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

const FaqOf = ({ origins, readers }: { origins: SiteOrigins; readers: keyof typeof QUESTIONS_OF }) => {
  const { title, intro } = faq[readers]
  const path = `/faq/${readers}`
  return (
    <Page
      origins={origins}
      path={path}
      title={frame.titleOf(title)}
      description={intro}
      data={[faqData(QUESTIONS_OF[readers])]}
    >
      <div class="page-width reading">
        <Intro title={title}>{intro}</Intro>
        <Tabs path={path} />
        <Questions list={QUESTIONS_OF[readers]} />
        <Ask />
      </div>
      <StartBand origins={origins} />
    </Page>
  )
}

export const StudentFaq = ({ origins }: { origins: SiteOrigins }) => <FaqOf origins={origins} readers="student" />

export const TutorFaq = ({ origins }: { origins: SiteOrigins }) => <FaqOf origins={origins} readers="tutor" />
