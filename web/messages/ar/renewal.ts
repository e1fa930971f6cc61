/** The period after a plan, before it begins: on the home, with the plans, at checkout and with the payments. */
export const renewal = {
  open: {
    title: 'باقتك بتخلص {day}',
    text: 'لو {gender, select, female {دفعتي} other {دفعت}} دلوقتي، الفترة الجاية بتبدأ {begins}، أول ما دي تخلص، من غير ما رصيدك يقف.',
    sum: 'باقة {name} لمدة {period}: {amount}',
    pay: 'ادفع {amount}',
    other: 'باقات تانية',
    choose: 'اختار باقة',
  },
  order: {
    title: 'فاضل تدفع الفترة الجاية: {amount}',
    text: 'أول ما الدفع يوصل، الفترة الجاية بتتحجز وبتبدأ {begins}.',
    reference: 'رقم الدفع في فوري: <ltr>{number}</ltr>',
    until: 'الدفع لحد {moment}.',
    action: 'كمّل الدفع',
  },
  paid: {
    title: 'الفترة الجاية مدفوعة',
    text: 'باقة {name} لمدة {period}، وبتبدأ {begins}.',
    cancel: 'الغي الفترة الجاية',
  },
  later: 'من {day} {gender, select, female {تقدري تدفعي} other {تقدر تدفع}} الفترة الجاية.',
  afterOpen:
    '{gender, select, female {تقدري تدفعي} other {تقدر تدفع}} الفترة الجاية من دلوقتي. من غيرها الاشتراك بيخلص لوحده ومفيش سحب جديد.',
  chosen: 'اخترت باقة {name} لمدة {period}، ومفيش حاجة اتدفعت لسه.',
  afterLater: 'الاشتراك بيخلص لوحده ومفيش سحب جديد.',
  checkout: {
    begins: 'بتبدأ {begins}، أول ما باقتك الحالية تخلص.',
    doneTitle: 'تم الدفع، والفترة الجاية اتحجزت',
    doneText: 'بتبدأ {begins}. لحد ساعتها باقتك الحالية ماشية زي ما هي.',
    book: 'احجز حصة',
    hasText: 'باقة {name} لحد {end}.',
    paidTitle: 'الفترة الجاية مدفوعة بالفعل',
  },
  cancel: {
    title: 'تلغي الفترة الجاية؟',
    now: 'الفترة الجاية مش هتبدأ، وباقتك الحالية ماشية لآخرها.',
    keep: 'خلّي الفترة الجاية',
    stays:
      'الفترة الجاية اللي {gender, select, female {دفعتيها} other {دفعتها}} مش بتتلغي: بتبدأ {begins}، وينفع تتلغي لوحدها لحد ما تبدأ.',
  },
} as const
