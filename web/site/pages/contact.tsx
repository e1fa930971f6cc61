/** @jsxImportSource hono/jsx */

import { contactPage } from '#messages/site/contact'
import { frame } from '#messages/site/frame'
import { here } from '../addresses.ts'
import { AppLink, Page } from '../layout.tsx'
import type { SiteOrigins } from '../origins.ts'

type FieldProps = { name: string; label: string; hint?: string; isWide?: boolean }

const FIELDS: readonly (FieldProps & { input: Record<string, string | number> })[] = [
  { name: 'name', label: contactPage.name, input: { autocomplete: 'name' } },
  {
    name: 'phone',
    label: contactPage.phone,
    hint: contactPage.phoneHint,
    input: { type: 'tel', inputmode: 'tel', dir: 'ltr', autocomplete: 'tel-national' },
  },
  { name: 'title', label: contactPage.about, isWide: true, input: { autocomplete: 'off' } },
]

const describedBy = (name: string, hint: string | undefined) =>
  [hint ? `${name}-hint` : '', `${name}-problem`].filter(Boolean).join(' ')

export const Contact = ({ origins }: { origins: SiteOrigins }) => (
  <Page
    origins={origins}
    path="/contact"
    title={frame.titleOf(contactPage.title)}
    description={contactPage.description}
    script="/contact-request.ts"
  >
    <div class="page-width contact">
      <div>
        <h1>{contactPage.heading}</h1>
        <p class="lead">{contactPage.lead}</p>
        <p>{contactPage.faster}</p>
        <p>{contactPage.inApp}</p>
        <p>
          <AppLink origins={origins} to="/login" class="button button-line">
            {contactPage.login}
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
            <label for="message">{contactPage.message}</label>
            <textarea
              id="message"
              name="message"
              rows={6}
              required
              aria-describedby={describedBy('message', contactPage.messageHint)}
            />
            <p id="message-hint" class="small">
              {contactPage.messageHint}
            </p>
            <p id="message-problem" class="problem" />
          </div>
          <p id="outcome" role="alert" class="problem wide-control" />
          <button type="submit" class="button button-brand button-large wide-control">
            {contactPage.send}
          </button>
          <noscript>
            <p class="wide-control">{contactPage.noScript}</p>
          </noscript>
        </form>
        <div id="sent" hidden tabindex={-1}>
          <p aria-hidden="true" class="done">
            ✓
          </p>
          <h2>{contactPage.sent}</h2>
          <p>{contactPage.thanks}</p>
          <p>
            <a class="button button-line" href={here('/')}>
              {contactPage.home}
            </a>
          </p>
        </div>
      </div>
    </div>
  </Page>
)
