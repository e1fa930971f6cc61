/** @jsxImportSource hono/jsx */
import { studentQuestions } from '../content/questions.ts'
import { AppLink, Page, StartBand } from '../layout.tsx'
import { Live } from '../live.tsx'
import type { SiteOrigins } from '../origins.ts'
import { minutesOf, number } from '../words.ts'
import { Intro, Mark, Points, Questions } from './parts.tsx'

const ABOUT_MONEY = studentQuestions.filter(({ ask }) => /الباقة|مستعملتهاش|بدفع|بيتجدد|فلوسي/.test(ask))

export const Pricing = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/pricing"
    title="الأسعار | حصّة"
    description={`باقات حصّة بالجنيه المصري: دقايق كل أسبوع لمدة شهر أو تلات شهور أو سنة. بتدفع مرة واحدة، وأول ${number(60)} دقيقة ببلاش.`}
  >
    <div class="page-width">
      <Intro
        title={
          <>
            دقايق كل أسبوع، <Mark>وسعر واضح.</Mark>
          </>
        }
      >
        جرّب {minutesOf(60)} ببلاش الأول. لو عجبتك، اختار عدد الدقايق اللي يمشي مع أسبوعك.
      </Intro>
      <h2 class="hidden">الباقات</h2>
      <Live part="pricing">
        <p class="aside">
          الأسعار الحالية في{' '}
          <AppLink origins={origins} to="/plans">
            صفحة الباقات
          </AppLink>
          . تقدر تشوفها من غير حساب.
        </p>
      </Live>
    </div>

    <section class="wide">
      <div class="page-width part">
        <h2>كل الباقات فيها</h2>
        <Points
          points={[
            ['أي مدرّس', 'احجز مع اللي يعجبك، وغيّره وقت ما تحب. السعر واحد مع الكل.'],
            ['إلغاء من غير رسوم', 'قبل ما الحصة تبدأ، ودقايقك ترجع لك كلها.'],
            ['مفيش تجديد من وراك', 'بتدفع مرة واحدة، والاشتراك بيخلص في ميعاده.'],
            ['استرجاع', 'لو لغيت الاشتراك بيرجع لك اللي دفعته ناقص تمن الحصص اللي أخدتها.'],
          ]}
        />
        <h3 class="pay-title">بتدفع بإيه</h3>
        <ul class="pay">
          {['فيزا', 'ماستركارد', 'ميزة', 'فودافون كاش وكل المحافظ', 'كاش عند فوري', 'تقسيط من البنك'].map((way) => (
            <li>{way}</li>
          ))}
        </ul>
      </div>
    </section>

    <section class="page-width part reading">
      <h2>قبل ما تدفع</h2>
      <Questions list={ABOUT_MONEY} />
    </section>
    <StartBand origins={origins} />
  </Page>
)
