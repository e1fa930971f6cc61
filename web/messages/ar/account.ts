/** Signing in, by password or with Google, and what is beside it. */
export const account = {
  login: {
    title: 'أهلًا بيك تاني',
    text: '{gender, select, female {ادخلي بإيميلك علشان تكمّلي} other {ادخل بإيميلك علشان تكمّل}} من مكان ما وقفت.',
    submit: 'ادخل',
    wrong: 'الإيميل أو كلمة السر مش مظبوطين. {gender, select, female {راجعيهم وجرّبي} other {راجعهم وجرّب}} تاني.',
    noAccount: 'أول مرة معانا؟',
    registerStudent: 'اعمل حساب طالب',
    registerTutor: 'عايز تدرّس؟ قدّم كمدرّس',
    forgot: 'نسيت كلمة السر؟',
  },
  or: 'أو',
  google: {
    action: { login: 'ادخل بحساب جوجل', student: 'اعمل حساب طالب بجوجل', tutor: 'قدّم كمدرّس بجوجل' },
    entering: 'بندخّلك بحساب جوجل…',
    failed: 'الدخول بجوجل مكملش',
    mismatch: 'الرد اللي رجع من جوجل مش للطلب ده. {gender, select, female {جرّبي} other {جرّب}} تاني من هنا.',
    noStorage: 'المتصفح ده مانع حفظ البيانات',
    noStorageText:
      'من غيره مش هنقدر نكمّل مع جوجل. {gender, select, female {افتحي حصّة في متصفح تاني، أو ادخلي} other {افتح حصّة في متصفح تاني، أو ادخل}} بكلمة السر.',
    noTls: 'الدخول بجوجل مش شغّال على العنوان ده',
    noTlsText:
      'الصفحة مفتوحة من غير https. {gender, select, female {افتحيها من عنوانها الآمن، أو ادخلي} other {افتحها من عنوانها الآمن، أو ادخل}} بكلمة السر.',
    otherRole: 'إيميل جوجل ده عليه حساب من نوع تاني. {gender, select, female {ادخلي} other {ادخل}} بيه من صفحة الدخول.',
  },
  fields: {
    email: 'الإيميل',
    password: 'كلمة السر',
  },
  failed: { login: 'مقدرناش ندخّلك' },
  aside: {
    title: 'حصة واحد لواحد، في وقتك',
    people: 'مدرّسين مصريين بيفهموا عليك',
    time: 'ربع ساعة أو نص ساعة، زي يومك',
    minutes: 'دقايقك بتتجدد كل أسبوع',
    quote: 'How was your week?',
    answer: 'Busy, but I practised every day!',
  },
} as const
