/** @jsxImportSource hono/jsx */
import { amounts } from '../amounts.ts'
import { Page, StartBand } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { Intro, Mark, Points } from './parts.tsx'

export const About = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/about"
    title="إحنا مين | حصّة"
    description="حصّة موقع مصري لحصص الإنجليزي واحد لواحد. ليه بنبيع دقايق، وليه السعر واحد مع كل المدرّسين."
  >
    <div class="page-width reading">
      <Intro
        title={
          <>
            إنجليزي، <Mark>حصة بحصة.</Mark>
          </>
        }
      >
        كلنا درسنا إنجليزي سنين، وأول ما حد يسألنا سؤال بنسكت. مش علشان مش عارفين الكلمة، علشان محدش كان بيسمعنا.
      </Intro>
      <div class="prose">
        <p>
          حصّة معمولة علشان تتكلم: واحد لواحد، مع مدرّس مصري فاهم عليك، في وقت على قد يومك. ربع ساعة في استراحة الشغل، أو
          نص ساعة بعد ما الولاد يناموا.
        </p>
        <p>
          بنبيع دقايق مش كورسات، علشان تدفع في الكلام مش في المنهج. السعر واحد مع كل المدرّسين، والمدرّس بياخد{' '}
          {amounts.hour} في الساعة من غير عمولة. واللي مش عاجبه بياخد باقي فلوسه ويمشي.
        </p>
      </div>
    </div>
    <section class="wide">
      <div class="page-width part">
        <h2>اللي بنلتزم بيه</h2>
        <Points
          points={[
            ['بنقول الرقم قبل', 'السعر كله قبل ما تدفع، واللي هيرجع لك قبل ما تلغي.'],
            ['مفيش سحب من وراك', 'كل اشتراك بيتدفع مرة، وبيخلص لوحده.'],
            ['التقييم لأصحابه', 'مفيش تقييم إلا من طالب أخد حصة فعلًا.'],
            ['بياناتك ليك', 'رقمك مش بيظهر للطرف التاني، والحصص مش بتتسجّل.'],
          ]}
        />
      </div>
    </section>
    <section class="page-width part reading">
      <h2>عايز تكلّمنا؟</h2>
      <p class="lead">
        <a href="/contact">ابعت رسالة</a> وهنرد على موبايلك، أو كلّمنا على{' '}
        <a href="/url/wa" rel="nofollow">
          واتساب
        </a>
        .
      </p>
    </section>
    <StartBand origins={origins} />
  </Page>
)
