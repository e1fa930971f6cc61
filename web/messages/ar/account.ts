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
    otherRole: 'إيميل جوجل ده عليه حساب من نوع تاني. {gender, select, female {ادخلي} other {ادخل}} بيه من صفحة الدخول.',
    link: {
      title: 'اربط جوجل بحسابك',
      text: 'فيه حساب هنا بنفس الإيميل. {gender, select, female {اكتبي كلمة السر بتاعته مرة واحدة، وبعدها تدخلي} other {اكتب كلمة السر بتاعته مرة واحدة، وبعدها تدخل}} بجوجل على طول:',
      noPassword:
        'فيه حساب هنا بنفس الإيميل من غير كلمة سر. {gender, select, female {اعمليه كلمة سر بكود على الإيميل، وبعدها اربطيه} other {اعمله كلمة سر بكود على الإيميل، وبعدها اربطه}} بجوجل:',
      submit: 'اربط وادخل',
      wrong: 'كلمة السر مش مظبوطة. {gender, select, female {جرّبي} other {جرّب}} تاني.',
      late: 'الوقت خلص. {gender, select, female {ارجعي وادخلي} other {ارجع وادخل}} بجوجل من الأول.',
      setPassword: 'ابعتلي كود على الإيميل',
      back: 'ارجع',
    },
    unknown: 'مفيش حساب بإيميل جوجل ده لسه',
    unknownText: '{gender, select, female {اعمليه} other {اعمله}} دلوقتي بضغطة واحدة، من غير كلمة سر.',
    consent:
      'لما {gender, select, female {تكمّلي بجوجل إنتي موافقة} other {تكمّل بجوجل إنت موافق}} على <terms>الشروط</terms> و<privacy>سياسة الخصوصية</privacy>.',
  },
  register: {
    student: {
      title: '{gender, select, female {اتكلّمي} other {اتكلّم}} إنجليزي من أول حصة',
      text: 'اعمل حسابك، أكّد إيميلك، وخد {count, plural, one {دقيقة} two {دقيقتين} few {# دقايق} other {# دقيقة}} تجربة ببلاش مع المدرّس اللي تختاره.',
      textWithLesson: 'خطوتين بس: حساب، وكود على الإيميل.',
      other: 'عايز تدرّس؟ قدّم كمدرّس',
    },
    tutor: {
      title: 'درّس في الوقت اللي يناسبك',
      text: '{gender, select, female {إنتي اللي بتفتحي} other {إنت اللي بتفتح}} مواعيدك، والطلاب بيحجزوا منها. {gender, select, female {ابدئي} other {ابدأ}} بحسابك.',
      other:
        '{gender, select, female {عايزة تتعلّمي} other {عايز تتعلّم}}؟ {gender, select, female {اعملي} other {اعمل}} حساب طالب',
    },
    submit: 'اعمل الحساب',
    haveAccount: 'عندك حساب؟',
    login: 'ادخل',
    consent:
      '{gender, select, female {موافقة} other {موافق}} على <terms>الشروط</terms> و<privacy>سياسة الخصوصية</privacy>.',
    consentRequired: 'الموافقة على الشروط لازمة علشان نكمّل.',
  },
  fields: {
    email: 'الإيميل',
    emailHint: 'هنبعت عليه كود التأكيد.',
    password: 'كلمة السر',
    newPassword: 'كلمة سر جديدة',
    confirm: 'كلمة السر مرة تانية',
    mismatch: 'الاتنين مش زي بعض.',
    twoParts: 'الاسم لازم يكون كلمتين على الأقل.',
  },
  rules: {
    label: 'كلمة السر لازم يكون فيها',
    length: 'من {min, number} لـ {max, number} حرف',
    digit: 'رقم واحد على الأقل',
    letter: 'حرف إنجليزي واحد على الأقل',
    noSpace: 'من غير مسافات',
  },
  failed: { login: 'مقدرناش ندخّلك', register: 'مقدرناش نعمل الحساب' },
  verify: {
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
  },
  aside: {
    title: 'حصة واحد لواحد، في وقتك',
    people: 'مدرّسين مصريين بيفهموا عليك',
    time: 'ربع ساعة أو نص ساعة، زي يومك',
    minutes: 'دقايقك بتتجدد كل أسبوع',
    quote: 'How was your week?',
    answer: 'Busy, but I practised every day!',
  },
} as const
