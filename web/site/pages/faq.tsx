/** @jsxImportSource hono/jsx */
import { type FaqRole, generalQuestions, ROLES } from '../content/questions.ts'
import { Page, StartBand } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { faqData, Intro, Questions } from './parts.tsx'

const TABS = [
  ['/faq', 'عن حصّة'],
  ['/faq/student', 'للطلاب'],
  ['/faq/tutor', 'للمدرّسين'],
] as const

const Tabs = ({ path }: { path: string }) => (
  <nav class="tabs" aria-label="أسئلة مين">
    {TABS.map(([href, text]) => (
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

const Ask = () => (
  <p class="aside">
    سؤالك مش هنا؟ <a href="/contact">ابعته لنا</a> وهنرد عليك على موبايلك.
  </p>
)

/** What everybody asks, with the first questions of each role. */
export const Faq = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/faq"
    title="أسئلة وإجابات | حصّة"
    description="إزاي الحصص بتشتغل، محتاج إيه، والمواعيد والخصوصية. إجابات قصيرة عن حصّة."
    data={[faqData(generalQuestions)]}
  >
    <div class="page-width reading">
      <Intro title="أسئلة وإجابات">أسئلة الكل هنا. وللطلاب والمدرّسين صفحة لكل واحد.</Intro>
      <Tabs path="/faq" />
      <Questions list={generalQuestions} />
      <Ask />
    </div>
    <StartBand origins={origins} />
  </Page>
)

const INTROS: Record<FaqRole, string> = {
  student: 'التجربة، والباقات، والإلغاء، والفلوس. من غير لف ودوران.',
  tutor: 'الفلوس، والمواعيد، وخطوات القبول.',
}

export const FaqOfRole = ({ origins, role }: { origins: SiteOrigins; role: FaqRole }) => {
  const { title, questions } = ROLES[role]
  const path = `/faq/${role}`
  return (
    <Page origins={origins} path={path} title={`${title} | حصّة`} description={INTROS[role]} data={[faqData(questions)]}>
      <div class="page-width reading">
        <Intro title={title}>{INTROS[role]}</Intro>
        <Tabs path={path} />
        <Questions list={questions} />
        <Ask />
      </div>
      <StartBand origins={origins} />
    </Page>
  )
}
