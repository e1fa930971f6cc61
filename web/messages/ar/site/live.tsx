/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { lessonsOf, minutesOf, number, pounds, ratingsOf } from './numbers.tsx'

/** Texts of the parts with API data. Amounts are piastres. */
export const live = {
  current: (link: (text: string) => Child) => <>الأسعار الحالية في {link('صفحة الباقات')}. تقدر تشوفها من غير حساب.</>,
  month: 'شهر',
  quarter: `${number(3)} شهور`,
  year: 'سنة',
  from: (amount: number) => `وبعدها الباقات من ${pounds(amount)} في الشهر، بتدفعها مرة واحدة.`,
  aWeek: (minutes: number) => `${minutesOf(minutes)} في الأسبوع`,
  lessonsAWeek: ({ halfHours, quarterHours }: { halfHours: number; quarterHours: number }) => {
    const lessons = [halfHours > 0 && lessonsOf(halfHours), quarterHours > 0 && 'حصة ربع ساعة'].filter(Boolean)
    return `يعني ${lessons.join(' و')} كل أسبوع`
  },
  aMonth: (price: Child) => <>{price} في الشهر</>,
  perLesson: (amount: number, minutes: number) => `${pounds(amount)} للحصة ${minutes < 30 ? 'الربع' : 'النص'} ساعة`,
  save: (amount: number) => `وفّر ${pounds(amount)}`,
  insteadOf: 'بدل',
  pricesOf: (minutes: number) => `أسعار ${minutesOf(minutes)} في الأسبوع`,
  subscribe: (rest: (text: string) => Child, minutes: number) => (
    <>اشترك{rest(` في ${minutesOf(minutes)} في الأسبوع`)}</>
  ),
  product: 'باقات حصّة: حصص إنجليزي واحد لواحد',
  productText: 'دقايق كل أسبوع لحصص إنجليزي واحد لواحد مع مدرّسين مصريين.',
  ratings: (count: number) => `(${ratingsOf(count)})`,
  quote: (text: Child) => <>«{text}»</>,
  allTutors: 'شوف كل المدرّسين',
  reviews: 'كلام طلاب بعد حصصهم',
  after: (tutor: Child) => <>بعد حصة مع {tutor}</>,
  saidAfter: (name: Child, tutor: Child) => (
    <>
      {name}، بعد حصة مع {tutor}
    </>
  ),
}
