/** @jsxImportSource hono/jsx */
import { AppLink, Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { number } from '../words.ts'
import { Mark } from './parts.tsx'

type FieldProps = { name: string; label: string; hint?: string; isWide?: boolean }

const FIELDS: readonly (FieldProps & { input: Record<string, string | number> })[] = [
  { name: 'name', label: 'اسمك', input: { autocomplete: 'name' } },
  {
    name: 'phone',
    label: 'رقم موبايلك',
    hint: `${number(11)} رقم، زي \u2066${'01012345678'}\u2069.`,
    input: { type: 'tel', inputmode: 'tel', dir: 'ltr', autocomplete: 'tel-national' },
  },
  { name: 'title', label: 'عنوان الرسالة', isWide: true, input: { autocomplete: 'off' } },
]

const describedBy = (name: string, hint: string | undefined) =>
  [hint ? `${name}-hint` : '', `${name}-problem`].filter(Boolean).join(' ')

const MESSAGE_HINT = `من ${number(10)} حروف لـ ${number(1000)} حرف.`

export const Contact = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/contact"
    title="كلّمنا | حصّة"
    description="ابعت لفريق حصّة سؤالك أو مشكلتك، وهنرد عليك على موبايلك."
    scripts={['contact-request.ts']}
  >
    <div class="page-width contact">
      <div>
        <h1>
          عندك سؤال؟ <Mark>كلّمنا.</Mark>
        </h1>
        <p class="lead">اكتب لنا سؤالك أو مشكلتك، وفريقنا هيرد عليك على الموبايل اللي هتكتبه.</p>
        <p>
          أسرع لك على{' '}
          <a href="/url/wa" rel="nofollow">
            واتساب
          </a>
          ؟ وممكن تلاقي إجابتك في <a href="/faq">الأسئلة</a>.
        </p>
        <p>عندك حساب والمشكلة جوّه التطبيق؟ ابعت بلاغ من قايمة حسابك، ومعاه صورة الشاشة، علشان نوصل للمشكلة أسرع.</p>
        <p>
          <AppLink origins={origins} to="/login" class="button button-line">
            ادخل حسابك
          </AppLink>
        </p>
      </div>
      <div class="sheet">
        <form id="contact" novalidate>
          {FIELDS.map(({ name, label, hint, isWide, input }) => (
            <div class={isWide ? 'control wide-control' : 'control'}>
              <label for={name}>{label}</label>
              <input id={name} name={name} required aria-describedby={describedBy(name, hint)} {...input} />
              {hint && (
                <p id={`${name}-hint`} class="small">
                  {hint}
                </p>
              )}
              <p id={`${name}-problem`} class="problem" />
            </div>
          ))}
          <div class="control wide-control">
            <label for="message">الرسالة</label>
            <textarea
              id="message"
              name="message"
              rows={6}
              required
              aria-describedby={describedBy('message', MESSAGE_HINT)}
            />
            <p id="message-hint" class="small">
              {MESSAGE_HINT}
            </p>
            <p id="message-problem" class="problem" />
          </div>
          <p id="outcome" role="alert" class="problem wide-control" />
          <button type="submit" class="button button-brand button-large wide-control">
            ابعت الرسالة
          </button>
          <noscript>
            <p class="wide-control">النموذج محتاج جافاسكريبت علشان يتبعت. شغّله من إعدادات المتصفح.</p>
          </noscript>
        </form>
        <div id="sent" hidden tabindex={-1}>
          <p aria-hidden="true" class="done">
            ✓
          </p>
          <h2>رسالتك وصلت</h2>
          <p>شكرًا. هنرد عليك على موبايلك في أقرب وقت.</p>
          <p>
            <a class="button button-line" href="/">
              ارجع للرئيسية
            </a>
          </p>
        </div>
      </div>
    </div>
  </Page>
)
