/** Around the screens of an account of the app: navigation, minutes left, and what has just happened. */
export const frame = {
  nav: {
    label: 'القايمة الرئيسية',
    dashboard: 'الرئيسية',
    onboarding: 'طريقك للتدريس',
    tutors: 'المدرّسين',
    schedule: 'جدول الحصص',
    upcoming: 'حصصي',
    availability: 'مواعيدي',
    withdrawals: 'أرباحك',
    plans: 'الباقات',
    payments: 'اشتراكك ومدفوعاتك',
    chat: 'المحادثات',
    profile: 'صفحتك',
    settings: 'الإعدادات',
    more: 'المزيد',
  },
  unread:
    '{count, plural, one {رسالة ما اتقرتش} two {رسالتين ما اتقروش} few {# رسايل ما اتقروش} many {# رسالة ما اتقرتش} other {# رسالة ما اتقرتش}}',
  profile: {
    roles: {
      male: { student: 'طالب', tutor: 'مدرّس', tutorManager: 'مدير مدرّسين' },
      female: { student: 'طالبة', tutor: 'مدرّسة', tutorManager: 'مديرة مدرّسين' },
    },
  },
  help: { report: 'بلّغ عن مشكلة', contact: 'كلّمنا' },
  quota: {
    label: 'دقايق الأسبوع ده',
    used: '{gender, select, female {استعملتي} other {استعملت}} {used} من {total}.',
    untouched: 'لسه {gender, select, female {مستعملتيش} other {مستعملتش}} حاجة من {total}.',
    of: '{left} من {total}',
    remaining: 'فاضل {minutes}',
    none: 'مفيش دقايق فاضلة',
    renews:
      'رصيدك بيتجدد لوحده كل يوم {weekday}. التجديد الجاي {moment}، واللي {gender, select, female {مستعملتيهوش} other {مستعملتوش}} مش بيترحّل.',
    paused: 'اشتراكك موقوف مؤقتًا، وبيرجع يشتغل {moment}.',
    renewsCarrying:
      'رصيدك بيتجدد لوحده كل يوم {weekday}. التجديد الجاي {moment}، واللي {gender, select, female {مستعملتيهوش} other {مستعملتوش}} بيترحّل أسبوع واحد.',
    carried: 'وفوقهم {minutes} من الأسبوع اللي فات، لحد {moment}.',
    trial: 'دي دقايق هديتك، تنفع في أي وقت.',
    trialLabel: 'هديتك',
    about: 'إزاي بتتحسب؟',
    plans: 'شوف الباقات',
  },
  verify: {
    studentText: 'إيميلك محتاج تأكيد علشان تجربتك المجانية تبدأ والحجز يتفتح.',
    tutorText: 'إيميلك محتاج تأكيد علشان الطلاب يقدروا يحجزوا معاك.',
    action: 'أكّد دلوقتي',
    label: 'تنبيه: الإيميل لسه ما اتأكّدش',
  },
  erasure: {
    label: 'تنبيه: الحساب هيتمسح',
    text: 'حسابك هيتمسح بعد {until}.',
    action: 'احتفظ بحسابك',
  },
  notifications: {
    booked: 'حصة جديدة اتحجزت معاك',
    rebooked: 'ميعاد حصة اتغيّر',
    canceled: 'حصة اتلغت',
    whoAndWhen: '{name}، {when}',
    show: 'شوف الحصص',
    someone: 'مستخدم حصّة',
    open: 'افتح المحادثة',
  },
} as const
