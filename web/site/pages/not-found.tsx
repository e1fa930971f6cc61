/** @jsxImportSource hono/jsx */
import { AppLink, Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'
import { number } from '../words.ts'

export const NotFound = ({ origins }: { origins: SiteOrigins }) => (
  <Page origins={origins} path={null} title="الصفحة مش موجودة | حصّة" description="الرابط ده مش موجود في حصّة." isHidden>
    <div class="page-width lost">
      <p class="lost-number" aria-hidden="true">
        {number(404)}
      </p>
      <h1>الصفحة دي مش موجودة</h1>
      <p class="lead">ممكن يكون الرابط قديم أو فيه حرف ناقص.</p>
      <p class="actions">
        <a class="button button-brand button-large" href="/">
          روح للرئيسية
        </a>
        <AppLink origins={origins} to="/tutors" class="button button-line button-large">
          شوف المدرّسين
        </AppLink>
      </p>
    </div>
  </Page>
)
