/** The standing times of a student or a tutor, on the page of a person. */
export const staffStanding = {
  title: 'المواعيد الثابتة',
  ofStudent: 'المواعيد الأسبوعية اللي الطالب طلبها من مدرّسين، الأحدث الأول.',
  ofTutor: 'المواعيد الأسبوعية اللي طلاب طلبوها من المدرّس، الأحدث الأول.',
  loading: 'بنفتح المواعيد الثابتة…',
  empty: 'مفيش مواعيد ثابتة',
  weekly: 'كل {weekday}، {time} ({duration})',
  states: {
    asked: 'مستني رد لحد {until}',
    accepted: 'شغّال',
    declined: 'ماتقبلش',
    lapsed: 'مفيش رد',
    ended: 'خلص {end}',
  },
  next: 'الجاي: {when}',
  end: 'إنهاء الميعاد مع {name}',
  endTitle: 'إنهاء الميعاد الثابت بين {student} و{tutor}؟',
  endText: 'الميعاد بيخلص بعد أسبوع، والطلب بيتسحب دلوقتي. الاتنين بيتبلّغوا، والسبب بيتحفظ في سجل التعديلات.',
  endConfirm: 'إنهاء الميعاد',
  ended: 'الميعاد الثابت خلص',
  failed: 'معرفناش ننهي الميعاد',
} as const
