/** The code that is sent to an e-mail address, and what follows. */
export const emailVerification = {
  title: 'أكّد إيميلك',
  text: 'بعتنا كود من {length, plural, few {# أرقام} other {# رقم}} على',
  sending: 'بنبعت الكود…',
  code: 'الكود',
  validity: 'الكود شغّال ربع ساعة. لو مش ظاهر ممكن يكون في الرسايل المزعجة.',
  resend: 'ابعت الكود تاني',
  resendIn:
    '{gender, select, female {تقدري تبعتيه} other {تقدر تبعته}} تاني بعد {seconds, plural, one {ثانية} two {ثانيتين} few {# ثواني} other {# ثانية}}',
  resent: 'بعتنا كود جديد. القديم مبقاش شغّال.',
  confirm: 'أكّد',
  later: 'بعدين',
  done: 'إيميلك اتأكد',
  doneNeedsProof:
    'إيميلك اتأكد. التجربة المجانية مرة واحدة للشخص، والصندوق ده خد واحدة قبل كده، أو خمس حسابات من نفس نطاق إيميلك خدوها النهاردة: لو دي أول مرة ليك، {gender, select, female {أكّدي موبايلك من الصفحة الرئيسية وخدي} other {أكّد موبايلك من الصفحة الرئيسية وخد}} دقايقك.',
  doneStudent:
    'معاك دلوقتي {count, plural, one {دقيقة} two {دقيقتين} few {# دقايق} other {# دقيقة}} تجربة ببلاش. {gender, select, female {اختاري مدرّس واحجزي} other {اختار مدرّس واحجز}} أول حصة.',
  doneChanged: 'إيميلك الجديد اتأكد، ومن دلوقتي {gender, select, female {بتدخلي} other {بتدخل}} بيه.',
  doneTutor: 'كده خطوة خلصت. {gender, select, female {كمّلي} other {كمّل}} تجهيز صفحتك علشان الطلاب يلاقوك.',
  continue: 'كمّل',
} as const
