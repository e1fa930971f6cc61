/** Creating an account, by e-mail or with Google. */
export const register = {
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
  marketing: 'ابعتولي أخبار حصّة كمان، رسالتين في الأسبوع بالكتير. (اختياري)',
  emailHint: 'هنبعت عليه كود التأكيد.',
  failed: 'مقدرناش نعمل الحساب',
  google: {
    unknown: 'مفيش حساب بإيميل جوجل ده لسه',
    unknownText: '{gender, select, female {اعمليه} other {اعمله}} دلوقتي بضغطة واحدة، من غير كلمة سر.',
    consent:
      'لما {gender, select, female {تكمّلي بجوجل إنتي موافقة} other {تكمّل بجوجل إنت موافق}} على <terms>الشروط</terms> و<privacy>سياسة الخصوصية</privacy>.',
  },
} as const
