import { html } from 'hono/html'
import { OUTCOMES, type Outcome, type ReportedChannel } from './delivery-reports.ts'
import type { SentMessage } from './outbox.ts'

type Body = ReturnType<typeof html>

const LINKS = html`<nav><a href="/">Hessa</a><a href="/dev">بيئة التطوير</a><a href="/dev/outbox?page">صندوق الرسائل</a><a href="/dev/fawry">بوابة الأكواد</a><a href="/dev/paymob">بوابة الكروت</a><a href="/dev/payouts">دفع السحوبات</a><a href="/dev/livekit">سيرفر الفيديو</a></nav>`

/** A page of the local stand-ins, in Arabic. A page that the app shows inside a dialog has no navigation. */
export const page = (title: string, body: Body, isInDialog = false) => html`<!doctype html>
<html lang="ar-EG" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
body{font:16px/1.7 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#12302c;background:#f7f6f2}
article,section{background:#fff;border-radius:12px;padding:1rem 1.25rem;margin:.75rem 0;box-shadow:0 1px 4px #0001}
pre{white-space:pre-wrap;margin:.5rem 0 0;font:inherit} small{color:#566}
button,input,select{font:inherit;padding:.4rem .8rem;border-radius:8px;border:1px solid #9ab}
nav a{margin-inline-end:1rem}
</style></head><body>${isInDialog ? '' : LINKS}
<h1>${title}</h1>${body}</body></html>`

const OUTCOME_NAMES: Record<Outcome, string> = {
  delivered: 'بتوصل',
  read: 'بتوصل وبتتقري',
  failed: 'مبتوصلش، والمزوّد بيقول',
  nothing: 'محدش بيقول وصلت ولا لأ',
}

const outcomeForm = (channel: ReportedChannel, name: string, current: Outcome) =>
  html`<form method="post" action="/dev/delivery/${channel}"><label>${name} <select name="outcome">${OUTCOMES.map(
    (one) => html`<option value="${one}" ${one === current ? 'selected' : ''}>${OUTCOME_NAMES[one]}</option>`,
  )}</select></label> <button>اختار</button></form>`

export const homePage = (now: string, jobs: readonly string[], outcomes: Record<ReportedChannel, Outcome>) =>
  page(
    'بيئة التطوير',
    html`<section><h2>الساعة</h2><p dir="ltr">${now}</p>
<form method="post" action="/dev/clock"><input name="now" dir="ltr" placeholder="2026-10-29T20:30:00Z" aria-label="الوقت الجديد"> <button>حرّك الساعة</button></form>
<form method="post" action="/dev/clock"><button>رجّع الوقت الحقيقي</button></form></section>
<section><h2>وصول الرسائل</h2>${outcomeForm('whatsapp', 'واتساب', outcomes.whatsapp)}${outcomeForm('email', 'الإيميل', outcomes.email)}
<form method="post" action="/dev/whatsapp/reply"><input name="from" dir="ltr" placeholder="201012345678" aria-label="رقم اللي بيكتب"> <input name="text" aria-label="الرسالة"> <button>ابعت رسالة لرقمنا</button></form></section>
<section><h2>المهام الدورية</h2>${jobs.map(
      (job) => html`<form method="post" action="/dev/jobs/${job}"><button dir="ltr">${job}</button></form>`,
    )}</section>`,
  )

export const outboxPage = (messages: SentMessage[]) =>
  page(
    'صندوق الرسائل',
    messages.length === 0
      ? html`<p>لسه مفيش رسائل.</p>`
      : html`${messages
          .toReversed()
          .map(
            (one) =>
              html`<article><strong dir="ltr">${one.to}</strong> · ${one.channel} · <code>${one.template}</code><br><small dir="ltr">${one.at}</small><pre>${one.text}</pre></article>`,
          )}`,
  )
