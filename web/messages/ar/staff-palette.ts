/** The palette that finds screens and records. */
export const staffPalette = {
  open: 'دوّر في اللوحة',
  keys: 'Ctrl K',
  title: 'دوّر في اللوحة',
  label: 'اسم، إيميل، موبايل، رقم، أو شاشة',
  hint: 'بالأسهم تتحرك، وEnter يفتح، وEsc يقفل.',
  groups: {
    recent: 'فتحته قريب',
    screens: 'الشاشات',
    people: 'الناس',
    orders: 'طلبات الدفع',
    withdrawals: 'السحوبات',
    lessons: 'الحصص',
  },
  nameless: 'من غير اسم',
  order: 'طلب دفع {id}',
  withdrawal: 'طلب سحب {id}',
  lesson: 'حصة {id}',
  canceled: 'ملغية',
  searching: 'بندوّر…',
  none: 'مفيش حاجة بالكلام ده',
  failed: 'معرفناش ندوّر. {gender, select, female {جرّبي} other {جرّب}} تاني.',
  found:
    '{count, plural, =0 {مفيش نتايج} one {نتيجة واحدة} two {نتيجتين} few {# نتايج} many {# نتيجة} other {# نتيجة}}',
} as const
