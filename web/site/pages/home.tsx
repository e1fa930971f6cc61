/** @jsxImportSource hono/jsx */
import { amounts } from '../amounts.ts'
import { generalQuestions, type Question, studentQuestions } from '../content/questions.ts'
import { AppLink, Page, StartBand, StartLink } from '../layout.tsx'
import { Live, LivePrices } from '../live.tsx'
import type { SiteOrigins } from '../origins.ts'
import { minutesOf, number } from '../words.ts'
import { Mark, Points, Questions, Steps } from './parts.tsx'

const FIRST_ASKED: readonly Question[] = [
  ...studentQuestions.filter(({ ask }) => /التجربة|ضعيف|مقدرتش|بدفع|بيتجدد/.test(ask)),
  ...generalQuestions.filter(({ ask }) => ask.startsWith('محتاج')),
]

/** A picture of the product in words: the next lesson, what is said in it, what is left of the week. */
const Scene = () => (
  <div class="scene" aria-hidden="true">
    <div class="scene-card">
      <p class="small">حصتك الجاية</p>
      <p class="scene-time">
        النهاردة{' '}
        <bdi>
          {number(7)}:{number(30)} م
        </bdi>
      </p>
      <p class="scene-person">
        <span class="face">ن</span>
        <span>
          <b>محادثة كل يوم</b>
          <span class="small">{minutesOf(30)}، واحد لواحد</span>
        </span>
      </p>
      <p class="scene-join">ادخل الحصة</p>
    </div>
    <p class="bubble bubble-theirs" dir="ltr" lang="en">
      How was your interview?
    </p>
    <p class="bubble bubble-mine" dir="ltr" lang="en">
      It went better than I hoped!
    </p>
    <div class="scene-quota">
      <p>
        <span>دقايق الأسبوع ده</span>
        <b>
          فاضل {number(90)} من {number(120)}
        </b>
      </p>
      <p class="track">
        <span />
      </p>
    </div>
  </div>
)

const organization = ({ site }: SiteOrigins) => ({
  '@context': 'https://schema.org',
  '@type': 'EducationalOrganization',
  name: 'حصّة',
  alternateName: 'Hessa',
  url: `${site}/`,
  logo: `${site}/social.png`,
  description: 'حصص إنجليزي واحد لواحد مع مدرّسين مصريين.',
  areaServed: 'EG',
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    url: `${site}/contact`,
    availableLanguage: ['ar', 'en'],
  },
})

const website = ({ site }: SiteOrigins) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'حصّة',
  url: `${site}/`,
  inLanguage: 'ar-EG',
})

export const Home = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/"
    title="حصّة | اتكلّم إنجليزي مع مدرّس ليك لوحدك"
    description={`حصص إنجليزي واحد لواحد مع مدرّسين مصريين، ربع ساعة أو نص ساعة، في الوقت اللي يناسبك. أول ${amounts.freeMinutesNumber} دقيقة ببلاش من غير كارت.`}
    data={[organization(origins), website(origins)]}
  >
    <section class="page-width hero">
      <div>
        <h1>
          اتكلّم إنجليزي مع مدرّس <Mark>ليك لوحدك.</Mark>
        </h1>
        <p class="lead">
          حصص واحد لواحد بالفيديو مع مدرّسين مصريين. ربع ساعة أو نص ساعة، من موبايلك، في الوقت اللي يناسبك.
        </p>
        <p class="cost">
          <b>أول {amounts.freeMinutesNumber} دقيقة ببلاش، من غير كارت.</b>{' '}
          <Live part="from">وبعدها باقة شهرية على قد وقتك، بتدفعها مرة واحدة.</Live>
        </p>
        <p class="actions">
          <StartLink origins={origins}>ابدأ ساعتك المجانية</StartLink>
          <AppLink origins={origins} to="/tutors" class="button button-line button-large">
            شوف المدرّسين
          </AppLink>
        </p>
      </div>
      <Scene />
    </section>

    <section class="page-width part">
      <h2>مدرّسين عندهم مواعيد قريبة</h2>
      <Live part="tutors">
        <p class="lead">
          كل مدرّس ليه فيديو بصوته، وتقييمات من طلاب أخدوا معاه حصص فعلًا، ومواعيد فاضية قدامك.{' '}
          <AppLink origins={origins} to="/tutors">
            افتح قايمة المدرّسين
          </AppLink>
        </p>
      </Live>
    </section>

    <section class="wide">
      <div class="page-width part">
        <h2>تلات خطوات، وإنت في الحصة</h2>
        <Steps
          steps={[
            ['اختار مدرّسك', 'اسمع صوته، اقرا كلام طلابه، وشوف أقرب ميعاد فاضي عنده.'],
            ['احجز في أقل من دقيقة', 'ربع ساعة أو نص ساعة، في ميعاد من مواعيده. وبنفكّرك قبلها بيوم وبساعة.'],
            ['اتكلّم', 'فيديو وشات في نفس المكان، من المتصفح على طول. وبعد الحصة مدرّسك يكتب لك تراجع إيه.'],
          ]}
        />
      </div>
    </section>

    <section class="page-width part">
      <h2>الأسعار على الوش</h2>
      <p class="lead">
        بتشتري دقايق كل أسبوع. بتدفع مرة واحدة، ومفيش سحب بعدها. <a href="/pricing">شوف كل المدد والخصومات</a>
      </p>
      <LivePrices part="plans" origins={origins} />
    </section>

    <section class="wide">
      <div class="page-width part">
        <h2>فلوسك ودقايقك في أمان</h2>
        <Points
          points={[
            ['جرّب الأول', `${amounts.freeMinutes} مع أي مدرّس قبل ما تدفع أي حاجة.`],
            ['الغي براحتك', 'قبل ما الحصة تبدأ، في أي وقت. دقايقك كلها بترجع ومن غير رسوم.'],
            ['المدرّس مجاش؟', `استنّى ${amounts.wait} دقايق واخرج. دقايقك بترجع من غير ما تطلب.`],
            ['غيّرت رأيك؟', 'الغي الاشتراك ويرجع لك اللي دفعته ناقص تمن الحصص اللي أخدتها.'],
          ]}
        />
      </div>
    </section>

    <Live part="reviews" />

    <section class="page-width part reading">
      <h2>أسئلة بتتسأل كتير</h2>
      <Questions list={FIRST_ASKED} />
      <p class="aside">
        <a href="/faq/student">كل أسئلة الطلاب</a>
      </p>
    </section>

    <StartBand origins={origins} />

    <section class="page-width part teach">
      <div>
        <h2>بتدرّس إنجليزي؟</h2>
        <p class="lead">افتح مواعيدك من بيتك، والطلاب يحجزوا منها.</p>
      </div>
      <a class="button button-line button-large" href="/tutor">
        اعرف هتكسب كام
      </a>
    </section>
  </Page>
)
