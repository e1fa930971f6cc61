/** The Google account that opens an account, and coming back from Google to link it or to prove a change. */
export const identities = {
  title: 'الدخول بجوجل',
  text: 'حساب جوجل المربوط بيدخّلك من غير كلمة سر.',
  loading: 'بنشوف حسابات جوجل المربوطة',
  google: 'جوجل',
  linkedAt: 'اتربط {moment}',
  none: 'مفيش حساب جوجل مربوط.',
  link: 'اربط حساب جوجل',
  unlink: 'افصله',
  unlinkOf: 'افصل حساب جوجل {email}',
  onlySignIn:
    'ده طريقك الوحيد للدخول. {gender, select, female {اعملي كلمة سر الأول لو عايزة تفصليه} other {اعمل كلمة سر الأول لو عايز تفصله}}.',
  unlinked: 'حساب جوجل اتفصل',
  unlinkFailed: 'حساب جوجل ما اتفصلش',
  back: {
    title: 'الرجوع من جوجل',
    linking: 'بنربط حساب جوجل…',
    proving: 'بنتأكد إنه إنت…',
    linked: 'حساب جوجل اتربط',
    proven: 'اتأكدنا إنه إنت',
    provenText: '{gender, select, female {اكتبي التغيير تاني واحفظيه} other {اكتب التغيير تاني واحفظه}} خلال ٥ دقايق.',
    failed: 'اللي طلبته من جوجل مكملش',
    refused:
      '{gender, select, female {ما اخترتيش} other {ما اخترتش}} حساب جوجل. {gender, select, female {جرّبي تاني لو عايزة} other {جرّب تاني لو عايز}}.',
    mismatch: 'الرد ده مش لطلب من هنا. {gender, select, female {ابدئي} other {ابدأ}} من الإعدادات.',
    other: 'ده حساب جوجل تاني غير المربوط بحسابك. {gender, select, female {اختاري} other {اختار}} المربوط.',
    notProven: 'محتاجين نتأكد إنه {gender, select, female {إنتي} other {إنت}} قبل ما نربط حساب جوجل.',
    toSettings: 'ارجع',
  },
} as const
