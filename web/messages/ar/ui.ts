/** Words of the design system itself; what a component is about comes to it in its props. */
export const ui = {
  loading: 'بنحمّل…',
  close: 'اقفل',
  back: 'رجوع',
  optional: 'اختياري',
  required: 'مطلوب',
  retry: 'جرّب تاني',
  report: 'بلّغنا عن المشكلة',
  clear: 'امسح',
  showPassword: 'اظهر كلمة السر',
  hidePassword: 'اخفي كلمة السر',
  characters: '{count, number} من {max, number} حرف',
  code: {
    digit: 'الرقم {position, number} من {length, number}',
    character: 'الخانة {position, number} من {length, number}',
  },
  rules: { met: 'تمام', unmet: 'لسه' },
  choose: 'اختار',
  error: {
    title: 'معرفناش نحمّل ده',
    text: 'ممكن النت فصل لحظة. {gender, select, female {جرّبي} other {جرّب}} تاني، ولو فضلت المشكلة إحنا هنا.',
  },
  missingPart: {
    title: 'ده محتاج نت علشان يفتح',
    text: 'كل اللي على الصفحة زي ما هو. هيفتح لوحده أول ما النت يرجع.',
  },
  crash: {
    title: 'حصلت مشكلة عندنا',
    text: 'مش ذنبك، وبياناتك محفوظة. تحديث الصفحة غالبًا بيكفي، ولو اتكررت السجل بيساعدنا نصلحها.',
    reported: 'وصلنا تقرير بالمشكلة. رقمه لو هتكلّمنا: <bdi>{number}</bdi>',
    newVersionTitle: 'فيه نسخة جديدة من حصّة',
    newVersionText: 'الصفحة محتاجة تحديث علشان تشتغل على النسخة الجديدة.',
    reload: 'حدّث الصفحة',
    home: 'ارجع للرئيسية',
    exportLog: 'نزّل سجل المشكلة',
  },
  notFound: {
    title: 'الصفحة دي مش موجودة',
    text: 'ممكن الرابط قديم أو فيه حرف ناقص.',
    home: 'ارجع للرئيسية',
  },
  toasts: {
    label: 'الإشعارات',
    hotkey: 'الإشعارات ({hotkey})',
    close: 'اقفل الإشعار',
    types: { success: 'تمام', info: 'معلومة', warning: 'خد بالك', error: 'خطأ' },
  },
  steps: {
    label: 'الخطوات',
    position: 'خطوة {current, number} من {total, number}',
    done: 'خلصت',
  },
  pages: {
    label: 'الصفحات',
    first: 'أول صفحة',
    previous: 'اللي قبلها',
    next: 'اللي بعدها',
    last: 'آخر صفحة',
    position: 'صفحة {page, number} من {pages, number}',
    positionOver: 'صفحة {page, number}',
    results:
      '{count, plural, =0 {مفيش نتايج} one {نتيجة واحدة} two {نتيجتين} few {# نتايج} many {# نتيجة} other {# نتيجة}}',
    resultsOver: 'أكتر من {count, number} نتيجة',
    size: 'في الصفحة',
  },
  rating: {
    outOf: 'من {stars, number}',
    count:
      '{count, plural, =0 {لسه مفيش تقييمات} one {تقييم واحد} two {تقييمين} few {# تقييمات} many {# تقييم} other {# تقييم}}',
  },
  online: 'متصل دلوقتي',
  offline: 'مش متصل',
} as const
