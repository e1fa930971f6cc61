/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

export const profile = {
  course: (name: string) => `حصص إنجليزي مع ${name}`,
  noBio: (name: string) => `احجز حصة إنجليزي واحد لواحد مع ${name}، ربع ساعة أو نص ساعة.`,
  times: 'أقرب مواعيد فاضية',
  noTimes: 'مفيش مواعيد فاضية قريب. اعمل حسابك وابعت رسالة تسأل عن ميعاد.',
  zone: 'كل المواعيد بتوقيت القاهرة.',
  reviews: 'كلام الطلاب',
  register: (name: Child) => <>اعمل حسابك واحجز مع {name}</>,
  video: (name: string) => `فيديو ${name}`,
}
