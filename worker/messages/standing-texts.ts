import type { StandingTemplate } from './message.ts'

/** What is told about standing times, by e-mail and as a notification; the title stands before the weekly time or the date. */
export const STANDING_TEXTS: Record<StandingTemplate, { title: string; text: string; link: string }> = {
  standing_time_asked: {
    title: 'طالب طلب ميعاد ثابت كل أسبوع',
    text: 'الطلب مستني رد لمدة ٣ أيام. لو اتقبل، الميعاد ده بيتحجز للطالب كل أسبوع.',
    link: 'الرد على الطلب',
  },
  standing_time_accepted: {
    title: 'ميعادك الثابت اتقبل',
    text: 'الميعاد محجوز للأربع أسابيع الجاية، والحصة بتتحجز لوحدها أول ما أسبوعها يبدأ.',
    link: 'مواعيدك الثابتة',
  },
  standing_time_declined: {
    title: 'ميعادك الثابت ماتقبلش',
    text: 'المدرّس مقدرش يقبل الميعاد ده كل أسبوع. فيه مواعيد تانية ممكن تتطلب.',
    link: 'مواعيد تانية',
  },
  standing_week_off: {
    title: 'الميعاد الثابت مش محجوز الأسبوع ده',
    text: 'السبب مكتوب في صفحة المواعيد الثابتة. الأسابيع التانية زي ما هي.',
    link: 'المواعيد الثابتة',
  },
  standing_time_ended: {
    title: 'الميعاد الثابت خلص',
    text: 'الميعاد ده مش هيتحجز كل أسبوع بعد كده. الحصص المحجوزة فعلًا زي ما هي.',
    link: 'المواعيد الثابتة',
  },
}

export const isAboutStandingTime = <M extends { template: string }>(
  message: M,
): message is Extract<M, { template: StandingTemplate }> => message.template in STANDING_TEXTS
