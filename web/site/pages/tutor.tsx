/** @jsxImportSource hono/jsx */
import { amounts } from '../amounts.ts'
import { tutorQuestions } from '../content/questions.ts'
import { AppLink, Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { number, pounds } from '../words.ts'
import { Mark, Points, Questions, Steps } from './parts.tsx'

const Apply = ({ origins, look }: { origins: SiteOrigins; look: string }) => (
  <AppLink origins={origins} to="/register/tutor" class={`button ${look} button-large`}>
    قدّم كمدرّس
  </AppLink>
)

export const Tutor = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/tutor"
    title="درّس إنجليزي من بيتك | حصّة"
    description={`${amounts.hour} في الساعة، مواعيدك إنت اللي بتفتحها، وفلوسك على إنستاباي أو المحفظة أو البنك. قدّم كمدرّس في حصّة.`}
  >
    <section class="page-width hero">
      <div>
        <h1>
          درّس إنجليزي من بيتك، <Mark>في الساعات اللي تختارها.</Mark>
        </h1>
        <p class="lead">افتح مواعيدك، والطلاب يحجزوا منها حصص واحد لواحد. من غير مواصلات، ومن غير ما تدوّر على طلاب.</p>
        <p class="actions">
          <Apply origins={origins} look="button-brand" />
        </p>
      </div>
      <dl class="pay-table">
        <div>
          <dt>حصة ربع ساعة</dt>
          <dd>{amounts.quarterHour}</dd>
        </div>
        <div>
          <dt>حصة نص ساعة</dt>
          <dd>{amounts.halfHour}</dd>
        </div>
        <div>
          <dt>ساعة كاملة</dt>
          <dd>{amounts.hour}</dd>
        </div>
        <div class="small">
          <dt>مثال: ساعتين في اليوم، {number(5)} أيام في الأسبوع</dt>
          <dd>
            {pounds(6_000_00)} في {number(4)} أسابيع
          </dd>
        </div>
      </dl>
    </section>

    <section class="wide">
      <div class="page-width part">
        <h2>ليه حصّة</h2>
        <Points
          points={[
            ['وقتك ملكك', 'مفيش حد أدنى للساعات. افتح وقفل مواعيدك من الموبايل.'],
            ['الطالب مجاش؟', 'بتاخد تمن الحصة كامل، طول ما إنت موجود.'],
            ['فلوسك قدامك', `كل حصة بتنزل في رصيدك بعد ما تخلص. اسحب من ${amounts.leastWithdrawal}.`],
            ['داخل عارف', 'قبل الحصة بتشوف مستوى الطالب وهدفه وملخّص آخر حصة بينكم.'],
          ]}
        />
      </div>
    </section>

    <section class="page-width part">
      <h2>من أول التقديم لأول طالب</h2>
      <Steps
        steps={[
          ['بروفايلك', 'اسمك ومحافظتك ونبذة عنك، وتأكيد الإيميل والموبايل.'],
          ['فيديو تعريفي', `من دقيقة لـ${number(3)} دقايق، تسجّله من الموبايل. لو محتاج تعديل هنقولك فين بالظبط.`],
          ['مقابلة', 'نص ساعة أونلاين مع واحد من مديري المدرّسين.'],
          ['حصة تجريبية', 'نص ساعة، تدرّس لمدير المدرّسين كأنه طالب.'],
          ['الاستوديو', 'صورة وفيديو لصفحتك. بعدها بتظهر للطلاب.'],
        ]}
      />
      <p class="aside">في أي خطوة، لو الرد كان لأ هتعرف ليه، وتقدر تعيد بعد تلات شهور.</p>
    </section>

    <section class="page-width part reading">
      <h2>أسئلة المدرّسين</h2>
      <Questions list={tutorQuestions.slice(0, 6)} />
      <p class="aside">
        <a href="/faq/tutor">كل أسئلة المدرّسين</a>
      </p>
    </section>
    <section class="page-width band-place">
      <div class="band">
        <h2>ابدأ النهاردة</h2>
        <p>التقديم نفسه بياخد دقايق، وتكمّل باقي الخطوات في الوقت اللي يناسبك.</p>
        <Apply origins={origins} look="button-accent" />
      </div>
    </section>
  </Page>
)
