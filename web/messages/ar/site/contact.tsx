/** @jsxImportSource hono/jsx */
import { here } from '../../../site/addresses.ts'
import { Mark } from '../../../site/pages/parts.tsx'
import { number } from './numbers.tsx'

export const contactPage = {
  title: 'كلّمنا',
  description: 'ابعت لفريق حصّة سؤالك أو مشكلتك، وهنرد عليك على موبايلك.',
  heading: (
    <>
      عندك سؤال؟ <Mark>كلّمنا.</Mark>
    </>
  ),
  lead: 'اكتب لنا سؤالك أو مشكلتك، وفريقنا هيرد عليك على الموبايل اللي هتكتبه.',
  faster: (
    <>
      أسرع لك على{' '}
      <a href="/url/wa" rel="nofollow">
        واتساب
      </a>
      ؟ وممكن تلاقي إجابتك في <a href={here('/faq')}>الأسئلة</a>.
    </>
  ),
  inApp: 'عندك حساب والمشكلة جوّه التطبيق؟ ابعت بلاغ من قايمة حسابك، ومعاه صورة الشاشة، علشان نوصل للمشكلة أسرع.',
  login: 'ادخل حسابك',
  name: 'اسمك',
  phone: 'رقم موبايلك',
  phoneHint: `${number(11)} رقم، زي \u2066${'01012345678'}\u2069.`,
  about: 'عنوان الرسالة',
  message: 'الرسالة',
  messageHint: `من ${number(10)} حروف لـ ${number(1000)} حرف.`,
  send: 'ابعت الرسالة',
  noScript: 'النموذج محتاج جافاسكريبت علشان يتبعت. شغّله من إعدادات المتصفح.',
  sent: 'رسالتك وصلت',
  thanks: 'شكرًا. هنرد عليك على موبايلك في أقرب وقت.',
  home: 'ارجع للرئيسية',
}
